import { setTimeout as sleep } from "node:timers/promises";
import { backoffMs } from "@orbline/kit/backoff";
import type { z } from "zod";
import { minuteMs } from "../domain/dates.ts";
import type { Feed } from "./feeds.ts";
import {
  eventSchema,
  listSchema,
  oddsSchema,
  partAt,
  refusalSchema,
  scoreSchema,
  type ProviderEvent,
  type ProviderOdds,
  type ProviderScore,
} from "./schemas.ts";

/** No credits are left; the request would be refused again; or it may succeed later. */
export const failureCodes = ["spent", "refused", "passing"] as const;
export type FailureCode = (typeof failureCodes)[number];

/** Why the provider gave no usable response. The message names the competition, never the URL with the key in it. */
export class OddsFailure extends Error {
  readonly code: FailureCode = "passing";
  /** How long to leave the provider alone; 0 when only this request is affected. */
  readonly pauseMs: number = 0;
  /** Whether the request may have cost credits. */
  readonly mayHaveCost: boolean = false;
  /** Whether the same request can be sent again at once, after `retryAfterMs`. */
  readonly retryAfterMs: number | undefined;

  constructor(feed: Feed, message: string, details: Partial<Omit<OddsFailure, keyof Error>>) {
    super(`The Odds API: ${feed.key}: ${message}`);
    Object.assign(this, details);
  }
}

/** The Odds API v4, as far as the slate needs it. All methods reject with an `OddsFailure`. */
export type OddsClient = {
  /** Games in play and to come, without prices. Free. */
  events: (feed: Feed) => Promise<ProviderEvent[]>;
  /** Prices of all books of the region. Costs a credit per market. */
  odds: (feed: Feed) => Promise<ProviderOdds[]>;
  /** Games of the last `daysFrom` days (1 to 3) with their scores. Costs `scoresCost` credits. */
  scores: (feed: Feed, daysFrom: number) => Promise<ProviderScore[]>;
};

/** Credits of one call for scores. */
export const scoresCost = 2;

const timeoutMs = 10_000;
const maxAttempts = 3;
/** After a longer Retry-After the provider is left alone until the next round. */
const longestRetryAfterMs = 3_000;
const retryDelays = { firstMs: 400, maxMs: longestRetryAfterMs };

/** A client of The Odds API over HTTPS. */
export function oddsApiClient(options: {
  baseUrl: string;
  apiKey: string;
  /** Gets the credits left of the month, after every response with this header. */
  onCredits: (remaining: number) => void;
  /** Gets the reason why events of a response are left out, with the competition. */
  onLeftOut?: ((reason: string) => void) | undefined;
}): OddsClient {
  const { baseUrl, apiKey, onCredits, onLeftOut } = options;

  async function send<T>(
    feed: Feed,
    path: string,
    query: Record<string, string>,
    schema: z.ZodType<T>,
  ): Promise<T[]> {
    const search = new URLSearchParams({ apiKey, dateFormat: "iso", ...query });
    const url = `${baseUrl}/v4/sports/${feed.key}/${path}?${search.toString()}`;
    const response = await fetch(url, {
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    }).catch((error: unknown) => {
      throw connectionFailure(error, feed);
    });
    const remaining = numberIn(response, "x-requests-remaining");
    if (remaining !== undefined) onCredits(remaining);
    if (!response.ok) throw await refusal(response, feed);
    const malformed = (why: string) =>
      new OddsFailure(feed, `${path}: ${why}`, { mayHaveCost: true });
    const body: unknown = await response.json().catch((error: unknown) => {
      throw malformed(error instanceof SyntaxError ? "is no JSON" : "broke off");
    });
    const list = listSchema.safeParse(body);
    if (!list.data) throw malformed(list.error.issues[0]?.message ?? "is no list");
    const read = list.data.map((event) => schema.safeParse(event));
    const [fault] = read.flatMap(({ error }, index) => {
      const [issue] = error?.issues ?? [];
      return issue ? [`${partAt(list.data[index], issue.path)}: ${issue.message}`] : [];
    });
    const found = read.flatMap(({ data }) => data ?? []);
    if (fault === undefined) return found;
    if (found.length === 0) throw malformed(fault);
    const leftOut = list.data.length - found.length;
    onLeftOut?.(`${feed.key}: ${path}: ${leftOut} events are left out, the first: ${fault}`);
    return found;
  }

  /** Repeats a request that surely cost nothing. */
  async function sendWithRetry<T>(
    isFree: boolean,
    ...request: Parameters<typeof send<T>>
  ): Promise<T[]> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await send(...request);
      } catch (error) {
        if (!(error instanceof OddsFailure) || attempt === maxAttempts) throw error;
        const retryAfterMs = error.retryAfterMs ?? (isFree && error.pauseMs > 0 ? 0 : undefined);
        if (error.code !== "passing" || retryAfterMs === undefined) throw error;
        if (retryAfterMs > longestRetryAfterMs) throw error;
        await sleep(Math.max(backoffMs(attempt - 1, retryDelays), retryAfterMs));
      }
    }
  }

  return {
    events: (feed) => sendWithRetry(true, feed, "events", {}, eventSchema),
    odds: (feed) => {
      const query = { regions: "us", markets: feed.markets.join(","), oddsFormat: "american" };
      return sendWithRetry(false, feed, "odds", query, oddsSchema);
    },
    scores: (feed, daysFrom) =>
      sendWithRetry(false, feed, "scores", { daysFrom: String(daysFrom) }, scoreSchema),
  };
}

function numberIn({ headers }: Response, name: string): number | undefined {
  const value = Number(headers.get(name) || Number.NaN);
  return Number.isFinite(value) ? Math.max(0, value) : undefined;
}

async function refusal(response: Response, feed: Feed): Promise<OddsFailure> {
  const { status } = response;
  const body: unknown = await response.json().catch(() => undefined);
  const reason = refusalSchema.safeParse(body).data?.error_code;
  const message = `answered ${status}${reason ? `, ${reason}` : ""}`;
  if (reason === "OUT_OF_USAGE_CREDITS") return new OddsFailure(feed, message, { code: "spent" });
  if (status === 429) {
    const retryAfterMs = Math.min(numberIn(response, "retry-after") ?? 0, 3_600) * 1_000;
    return new OddsFailure(feed, message, {
      retryAfterMs,
      pauseMs: Math.max(minuteMs, retryAfterMs),
    });
  }
  if (status >= 500) return new OddsFailure(feed, message, { pauseMs: minuteMs });
  const isKeyRefused = status === 401 || status === 403;
  return new OddsFailure(feed, message, {
    code: "refused",
    pauseMs: isKeyRefused ? 30 * minuteMs : 0,
  });
}

/** Errors of fetch may quote the URL, so only their code goes into the message. */
function connectionFailure(error: unknown, feed: Feed): OddsFailure {
  if (error instanceof Error && error.name === "TimeoutError") {
    const message = `no response within ${timeoutMs / 1_000} seconds`;
    return new OddsFailure(feed, message, { pauseMs: minuteMs, mayHaveCost: true });
  }
  const { code } = ((error as Error).cause ?? error) as { code?: unknown };
  const message = typeof code === "string" ? code : "no response";
  return new OddsFailure(feed, message, { pauseMs: minuteMs });
}
