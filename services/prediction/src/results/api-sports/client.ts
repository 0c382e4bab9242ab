import { dayMs, hourMs, minuteMs } from "../../domain/dates.ts";
import type { Clock } from "../../use-cases/ports.ts";
import { z } from "zod";
import { ResultsFailure } from "../source.ts";

const timeoutMs = 20_000;
/** Names of refusals in `errors`, and how long each lasts. */
const dayRefusal = "requests";
const minuteRefusal = "rateLimit";
const pauses: Readonly<Record<string, number>> = {
  [minuteRefusal]: minuteMs,
  plan: 12 * hourMs,
  token: hourMs,
  access: hourMs,
};

/** Every response has this envelope; `errors` is an object of messages by name, or an empty list. */
const envelope = z.object({
  errors: z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())]).default([]),
  response: z.array(z.unknown()).default([]),
});

/**
 * API-Sports over HTTPS: one key, one host and one daily quota per sport.
 * @param options.url address with `{host}` in the place of the host's name
 */
export function apiSportsClient(options: { url: string; apiKey: string; clock: Clock }) {
  const { url, apiKey, clock } = options;
  const blocked = new Map<string, { until: number; why: string }>();
  const left = new Map<string, number>();

  function block(host: string, pauseMs: number, why: string): ResultsFailure {
    blocked.set(host, { until: clock.now().getTime() + pauseMs, why });
    return new ResultsFailure(why, pauseMs);
  }

  const untilMidnight = () => dayMs - (clock.now().getTime() % dayMs);

  /** Notes what the headers say of the quotas of the day and of the minute. */
  function noteQuota(host: string, { headers }: Response): void {
    const day = numberIn(headers, "x-ratelimit-requests-remaining");
    if (day !== undefined) left.set(host, day);
    const where = `API-Sports: ${host}`;
    if (day === 0) block(host, untilMidnight(), `${where}: no requests are left today`);
    else if (numberIn(headers, "x-ratelimit-remaining") === 0)
      block(host, minuteMs, `${where}: no requests are left this minute`);
  }

  /** How a refusal within a response ends: for the host where it concerns its quota or key, else for this query. */
  function refusal(host: string, errors: Record<string, unknown>): ResultsFailure {
    const [[name, message] = ["", ""]] = Object.entries(errors);
    const text = typeof message === "string" ? message : JSON.stringify(message);
    const why = `API-Sports: ${host}: ${name}: ${text.slice(0, 200)}`;
    if (name === dayRefusal) return block(host, untilMidnight(), why);
    if (name === minuteRefusal || name === "token" || name === "access")
      return block(host, pauses[name] ?? minuteMs, why);
    return new ResultsFailure(why, pauses[name] ?? hourMs);
  }

  return {
    /** Requests left today; undefined before the first response. */
    requestsLeft: (host: string): number | undefined => left.get(host),
    /** The list in a response. @throws ResultsFailure when there is none */
    list: async (
      host: string,
      path: string,
      query: Readonly<Record<string, string | number>>,
    ): Promise<unknown[]> => {
      const now = clock.now().getTime();
      const pause = blocked.get(host);
      if (pause && pause.until > now) throw new ResultsFailure(pause.why, pause.until - now);
      const search = new URLSearchParams(
        Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
      );
      const address = `${url.replace("{host}", host)}/${path}?${search.toString()}`;
      const where = `API-Sports: ${host}: ${path}`;
      const response = await fetch(address, {
        headers: { "x-apisports-key": apiKey },
        redirect: "error",
        signal: AbortSignal.timeout(timeoutMs),
      }).catch((error: unknown) => {
        const isLate = error instanceof DOMException && error.name === "TimeoutError";
        throw new ResultsFailure(`${where}: ${isLate ? "no response in time" : "not reachable"}`);
      });
      noteQuota(host, response);
      if (response.status === 429) throw block(host, minuteMs, `${where}: too many requests`);
      if (response.status === 401 || response.status === 403)
        throw block(host, hourMs, `${where}: the key is refused (${response.status})`);
      if (!response.ok) throw new ResultsFailure(`${where}: status ${response.status}`);
      const body: unknown = await response.json().catch(() => undefined);
      const { data } = envelope.safeParse(body);
      if (!data) throw new ResultsFailure(`${where}: the response is not as documented`);
      if (!Array.isArray(data.errors) && Object.keys(data.errors).length > 0)
        throw refusal(host, data.errors);
      return data.response;
    },
  };
}

function numberIn(headers: Headers, name: string): number | undefined {
  const value = Number(headers.get(name) || Number.NaN);
  return Number.isFinite(value) ? value : undefined;
}
