import { AppError, type ErrorKind } from "@orbline/kit/errors";
import type { z } from "zod";
import type { Feed } from "./feeds.ts";
import {
  eventsSchema,
  oddsSchema,
  partAt,
  refusalSchema,
  scoresSchema,
  type ProviderEvent,
  type ProviderOdds,
  type ProviderScore,
} from "./provider-schemas.ts";

/** Why the provider gave no usable answer, as the code of an `AppError`. */
export const failures = [
  "odds.spent",
  "odds.rate-limited",
  // The key is not accepted.
  "odds.refused",
  // The request is not, such as for a competition that is no longer offered.
  "odds.unknown",
  "odds.malformed",
  "odds.unreachable",
  "odds.timeout",
] as const;
/** One of `failures`. */
export type Failure = (typeof failures)[number];

const kinds: Record<Failure, ErrorKind> = {
  "odds.spent": "unavailable",
  "odds.rate-limited": "rate-limited",
  "odds.refused": "internal",
  "odds.unknown": "not-found",
  "odds.malformed": "bad-gateway",
  "odds.unreachable": "unavailable",
  "odds.timeout": "timeout",
};

/** The message names the competition and never the address, which holds the key. */
const failure = (code: Failure, feed: Feed, why: string, retryAfterSeconds?: number) =>
  new AppError(kinds[code], code, `The Odds API: ${feed.key}: ${why}`, {
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  });

/** The Odds API v4, as far as the slate needs it. All reject with an `AppError` whose code is a `Failure`. */
export type OddsClient = {
  /** Games in play and to come, without prices. Free. */
  events: (feed: Feed) => Promise<ProviderEvent[]>;
  /** Prices of all books of the region. Costs a credit per market. */
  odds: (feed: Feed) => Promise<ProviderOdds[]>;
  /** Games of the last `daysFrom` days (1 to 3) with their scores. Costs `scoresCost` credits. */
  scores: (feed: Feed, daysFrom: number) => Promise<ProviderScore[]>;
};

/** Credits of one call for the scores of finished games. */
export const scoresCost = 2;

const delay = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const timeoutMs = 10_000;
const mostAttempts = 3;
const firstDelayMs = 400;
/** What a free call is repeated after; one that costs only when it was surely not served. */
const free = new Set(["odds.unreachable", "odds.timeout"]);
/** A provider that wants a longer pause is left alone until the next round. */
const longestWaitSeconds = 3;

const remainingOf = ({ headers }: Response): number | undefined => {
  const text = headers.get("x-requests-remaining") ?? "";
  const value = text === "" ? Number.NaN : Number(text);
  return Number.isFinite(value) ? Math.max(0, value) : undefined;
};

const retryAfterOf = ({ headers }: Response): number | undefined => {
  const seconds = Number(headers.get("retry-after") ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? Math.min(seconds, 3_600) : undefined;
};

const refusalOf = async (response: Response, feed: Feed): Promise<AppError> => {
  const { status } = response;
  const body: unknown = await response.json().catch(() => undefined);
  const code = refusalSchema.safeParse(body).data?.error_code;
  const words = `answered ${status}${code ? `, ${code}` : ""}`;
  if (code === "OUT_OF_USAGE_CREDITS") return failure("odds.spent", feed, words);
  if (status === 429) return failure("odds.rate-limited", feed, words, retryAfterOf(response));
  if (status >= 500) return failure("odds.unreachable", feed, words);
  return failure([401, 403].includes(status) ? "odds.refused" : "odds.unknown", feed, words);
};

/** Whatever fetch throws may quote the address, so only its code goes on. */
const brokenOff = (error: unknown, feed: Feed): AppError => {
  if (error instanceof Error && error.name === "TimeoutError")
    return failure("odds.timeout", feed, `no answer within ${timeoutMs / 1_000} seconds`);
  const { code } = ((error as Error).cause ?? error) as { code?: unknown };
  return failure("odds.unreachable", feed, typeof code === "string" ? code : "no answer");
};

/** A client of The Odds API over HTTPS. */
export const oddsApiClient = ({
  baseUrl,
  apiKey,
  onCredits,
  random = Math.random,
}: {
  baseUrl: string;
  apiKey: string;
  /** Hears after every answer that says so how many credits are left until the month ends. */
  onCredits: (remaining: number) => void;
  random?: () => number;
}): OddsClient => {
  const askOnce = async <T>(
    feed: Feed,
    path: string,
    query: Record<string, string>,
    schema: z.ZodType<T>,
  ): Promise<T> => {
    const search = new URLSearchParams({ apiKey, dateFormat: "iso", ...query });
    const address = `${baseUrl}/v4/sports/${feed.key}/${path}?${search.toString()}`;
    const response = await fetch(address, {
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    }).catch((error: unknown) => {
      throw brokenOff(error, feed);
    });
    const remaining = remainingOf(response);
    if (remaining !== undefined) onCredits(remaining);
    if (!response.ok) throw await refusalOf(response, feed);
    const refuse = (why: string) => failure("odds.malformed", feed, `${path}: ${why}`);
    const body: unknown = await response.json().catch((error: unknown) => {
      throw refuse(error instanceof SyntaxError ? "is no JSON" : "broke off");
    });
    const parsed = schema.safeParse(body);
    if (parsed.success) return parsed.data;
    const [issue] = parsed.error.issues;
    throw refuse(`${partAt(body, issue?.path ?? [])}: ${issue?.message ?? "not as documented"}`);
  };

  const ask = async <T>(
    isFree: boolean,
    ...request: [Feed, string, Record<string, string>, z.ZodType<T>]
  ): Promise<T> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await askOnce(...request);
      } catch (error) {
        if (!(error instanceof AppError) || attempt === mostAttempts) throw error;
        const { code, retryAfterSeconds = 0 } = error;
        const isPassing = code === "odds.rate-limited" || (isFree && free.has(code));
        if (!isPassing || retryAfterSeconds > longestWaitSeconds) throw error;
        const jitter = firstDelayMs * 2 ** (attempt - 1) * (0.5 + random());
        await delay(Math.max(jitter, retryAfterSeconds * 1_000));
      }
    }
  };

  return {
    events: (feed) => ask(true, feed, "events", {}, eventsSchema),
    odds: (feed) =>
      ask(
        false,
        feed,
        "odds",
        { regions: "us", markets: feed.markets.join(","), oddsFormat: "american" },
        oddsSchema,
      ),
    scores: (feed, daysFrom) =>
      ask(false, feed, "scores", { daysFrom: String(daysFrom) }, scoresSchema),
  };
};
