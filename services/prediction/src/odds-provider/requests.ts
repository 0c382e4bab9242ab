import type { Logger } from "@orbline/kit/observability/logger";
import { minuteMs } from "../domain/dates.ts";
import type { PollState } from "../domain/live-game.ts";
import type { Clock, PollLease } from "../use-cases/ports.ts";
import { type OddsClient, OddsFailure } from "./client.ts";
import type { Feed } from "./feeds.ts";
import type { OddsCall, OddsMetrics } from "./metrics.ts";

/** The holder renews the lease before every call; another process can take it this long after the last renewal. */
const leaseMs = minuteMs;

/**
 * Data, `isLate` when another process took the lease during the call and may have called since; or whether a failed
 * call may have cost credits, and whether it would fail again soon.
 */
export type OddsResult<T> =
  | { kind: "data"; data: T; isLate: boolean }
  | { kind: "failed"; mayHaveCost: boolean; isLasting: boolean };

export type OddsRequests = ReturnType<typeof oddsRequests>;

/** Calls the provider from one process at a time, within its credits and pauses. */
export function oddsRequests(deps: {
  connect: (onCredits: (remaining: number) => void) => OddsClient;
  lease: PollLease;
  /** Id of this process among those that could hold the lease. */
  holder: string;
  clock: Clock;
  logger: Logger;
  metrics: OddsMetrics;
}) {
  const { lease, holder, clock, logger, metrics } = deps;
  let state: PollState = {};
  const client = deps.connect((remaining) => {
    state = { ...state, remaining };
    metrics.setCredits(remaining);
  });

  const isPaused = () => state.pausedUntil !== undefined && state.pausedUntil > clock.now();

  /** Takes or renews the lease, with the state that its last holder left; false while another process has it. */
  async function hold(): Promise<boolean> {
    const now = clock.now();
    const held = await lease.take(holder, now, new Date(now.getTime() + leaseMs));
    if (held) state = held;
    metrics.setCredits(held?.remaining);
    return held !== undefined;
  }

  function fail(what: OddsCall, feed: Feed, error: unknown): OddsResult<never> {
    if (!(error instanceof OddsFailure)) throw error;
    const { code, message, pauseMs, mayHaveCost } = error;
    metrics.countCall(what, code);
    logger.warn({ feed: feed.key, what, code }, message);
    if (code === "spent") state = { ...state, remaining: 0 };
    if (pauseMs > 0) state = { ...state, pausedUntil: new Date(clock.now().getTime() + pauseMs) };
    return { kind: "failed", mayHaveCost, isLasting: code !== "passing" };
  }

  return {
    hold,
    isPaused,
    /** Credits left of the month; undefined until the provider has reported them. */
    remaining: () => state.remaining,
    canPay: (credits: number) => state.remaining === undefined || state.remaining >= credits,
    /** Calls the provider while this process holds the lease; stores its credits and pauses. */
    send: async <T>(
      what: OddsCall,
      feed: Feed,
      call: (client: OddsClient) => Promise<T>,
    ): Promise<OddsResult<T>> => {
      if (isPaused() || !(await hold()))
        return { kind: "failed", mayHaveCost: false, isLasting: false };
      let result: OddsResult<T>;
      let isHeld = false;
      try {
        result = { kind: "data", data: await call(client), isLate: false };
        metrics.countCall(what, "ok");
      } catch (error) {
        result = fail(what, feed, error);
      } finally {
        isHeld = await lease.keep(holder, state);
      }
      return result.kind === "data" ? { ...result, isLate: !isHeld } : result;
    },
  };
}
