import { backoffMs } from "@orbline/kit/backoff";
import type { Logger } from "@orbline/kit/observability/logger";
import { hourMs, minuteMs } from "../domain/dates.ts";
import type { PollState } from "../domain/live-games/live-game.ts";
import type { Clock } from "../use-cases/ports.ts";
import type { PollLease } from "../use-cases/ports-live.ts";
import { type OddsClient, OddsFailure } from "./client.ts";
import type { Feed } from "./feeds.ts";
import type { OddsCall, OddsMetrics } from "./metrics.ts";

/** The holder renews the lease before every call; another process can take it this long after the last renewal. */
const leaseMs = minuteMs;
/** Longest pause of all calls. */
const longestPauseMs = 30 * minuteMs;

/** Waits after the first failure of a call, doubled after each further one. */
const passing = { firstMs: 2 * minuteMs, maxMs: 15 * minuteMs };
/** A refusal that would come again, such as an unknown competition. */
const lasting = { firstMs: 30 * minuteMs, maxMs: 12 * hourMs };

/**
 * Data, `isLate` when another process took the lease during the call and may have called since; or whether a failed
 * call may have cost credits, and whether it would fail again soon.
 */
export type OddsResult<T> =
  | { kind: "data"; data: T; isLate: boolean }
  | { kind: "failed"; mayHaveCost: boolean; isLasting: boolean };

export type OddsRequests = ReturnType<typeof oddsRequests>;

/**
 * Calls the provider from one process at a time, within its credits and pauses. After a failure the same call to the
 * same competition waits for minutes, and for hours when it is refused.
 */
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

  const backoff = callBackoff();
  /** Competitions that failed since the last success. */
  const troubled = new Set<string>();

  const isPaused = () => state.pausedUntil !== undefined && state.pausedUntil > clock.now();

  /** Takes or renews the lease, with the state that its last holder left; false while another process has it. */
  async function hold(): Promise<boolean> {
    const now = clock.now();
    const held = await lease.take(holder, now, new Date(now.getTime() + leaseMs));
    if (held) state = held;
    metrics.setCredits(held?.remaining);
    if (!held) {
      backoff.clear();
      metrics.clearFailures();
    }
    return held !== undefined;
  }

  function fail(what: OddsCall, feed: Feed, error: unknown): OddsResult<never> {
    if (!(error instanceof OddsFailure)) throw error;
    const { code, message, pauseMs, mayHaveCost } = error;
    metrics.countCall(what, code);
    logger.warn({ feed: feed.key, what, code }, message);
    if (code === "spent") state = { ...state, remaining: 0 };
    const [now, isLasting] = [clock.now(), code !== "passing"];
    backoff.fail(what, feed.key, { now, isLasting, waitMs: pauseMs });
    metrics.setFailures(feed, backoff.failuresOf(feed.key));
    troubled.add(feed.key);
    // One competition in trouble pauses itself; the provider is in trouble when it fails for two in a row.
    const isGeneral = isLasting || troubled.size > 1;
    if (pauseMs > 0 && isGeneral)
      state = {
        ...state,
        pausedUntil: new Date(now.getTime() + Math.min(pauseMs, longestPauseMs)),
      };
    return { kind: "failed", mayHaveCost, isLasting };
  }

  return {
    hold,
    /** Lets another process call the provider at once; for the end of this one. */
    release: () => lease.release(holder),
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
      const isBlocked = backoff.isBlocked(what, feed.key, clock.now());
      if (isBlocked || isPaused() || !(await hold()))
        return { kind: "failed", mayHaveCost: false, isLasting: false };
      let result: OddsResult<T>;
      let isHeld = false;
      try {
        result = { kind: "data", data: await call(client), isLate: false };
        metrics.countCall(what, "ok");
        troubled.clear();
        if (backoff.succeed(what, feed.key))
          metrics.setFailures(feed, backoff.failuresOf(feed.key));
      } catch (error) {
        result = fail(what, feed, error);
      } finally {
        isHeld = await lease.keep(holder, state);
      }
      return result.kind === "data" ? { ...result, isLate: !isHeld } : result;
    },
  };
}

const keyOf = (what: string, feed: string): string => `${what} ${feed}`;

/** Failures in a row of each kind of call to each competition, so that one in trouble holds up no other. */
function callBackoff() {
  const failing = new Map<string, { feed: string; failures: number; until: number }>();
  return {
    isBlocked: (what: string, feed: string, now: Date): boolean =>
      (failing.get(keyOf(what, feed))?.until ?? 0) > now.getTime(),
    succeed: (what: string, feed: string): boolean => failing.delete(keyOf(what, feed)),
    /** Counts a failure; the next call has to wait at least `waitMs`. */
    fail: (
      what: string,
      feed: string,
      { now, isLasting, waitMs }: { now: Date; isLasting: boolean; waitMs: number },
    ): void => {
      const failures = (failing.get(keyOf(what, feed))?.failures ?? 0) + 1;
      const pauseMs = backoffMs(failures - 1, isLasting ? lasting : passing);
      const until = now.getTime() + Math.max(pauseMs, waitMs);
      failing.set(keyOf(what, feed), { feed, failures, until });
    },
    /** The longest row of failures of a competition. */
    failuresOf: (feed: string): number =>
      Math.max(
        0,
        ...[...failing.values()].flatMap((one) => (one.feed === feed ? one.failures : [])),
      ),
    /** Forgets everything: another process calls. */
    clear: () => failing.clear(),
  };
}
