import { AppError } from "@orbline/kit/errors";
import type { Logger } from "@orbline/kit/observability/logger";
import type { PollState } from "../domain/live-game.ts";
import type { Clock, PollLease } from "../use-cases/ports.ts";
import type { Feed } from "./feeds.ts";
import type { Failure, OddsClient } from "./odds-client.ts";
import type { OddsWatch, Question } from "./odds-watch.ts";
import { minuteMs } from "../domain/dates.ts";

/** Who holds the turn renews it before every call; one that died is followed after this long. */
const turnMs = minuteMs;

/** How long the provider is left alone after a failure; others concern one competition only. */
const pauses: Partial<Record<Failure, number>> = {
  "odds.rate-limited": minuteMs,
  "odds.unreachable": minuteMs,
  "odds.timeout": minuteMs,
  "odds.refused": 30 * minuteMs,
};

/** Refusals that are the same a few minutes later. */
const lasting: ReadonlySet<Failure> = new Set(["odds.spent", "odds.refused", "odds.unknown"]);

/**
 * An answer, `isLate` where another process has taken over meanwhile and may have asked since; or whether the credits
 * for it may be gone all the same, and whether it would soon fail again.
 */
export type Asked<T> =
  | { kind: "answered"; data: T; isLate: boolean }
  | { kind: "failed"; mayHaveCost: boolean; isLasting: boolean };

/** The right of one process at a time to ask the provider, within its credits and its pauses. */
export const providerTurn = ({
  connect,
  turns,
  clock,
  logger,
  watch,
  holder,
}: {
  /** Makes the client, which says after every answer how many credits are left. */
  connect: (onCredits: (remaining: number) => void) => OddsClient;
  turns: PollLease;
  clock: Clock;
  logger: Logger;
  watch: OddsWatch;
  /** Names this process among those that could ask. */
  holder: string;
}) => {
  let state: PollState = {};
  const client = connect((remaining) => {
    state = { ...state, remaining };
    watch.credits(remaining);
  });

  const isPaused = () => state.pausedUntil !== undefined && state.pausedUntil > clock.now();

  /** Takes the turn with what the last holder knew, or renews it; false while another process has it. */
  const hold = async (): Promise<boolean> => {
    const now = clock.now();
    const held = await turns.take(holder, now, new Date(now.getTime() + turnMs));
    if (held) state = held;
    watch.credits(held?.remaining);
    return held !== undefined;
  };

  const failed = (what: Question, feed: Feed, error: unknown): Asked<never> => {
    if (!(error instanceof AppError)) throw error;
    const { message, retryAfterSeconds = 0 } = error;
    const code = error.code as Failure;
    watch.failed(what, code);
    logger.warn({ feed: feed.key, what, code }, message);
    if (code === "odds.spent") state = { ...state, remaining: 0 };
    const pauseMs = pauses[code];
    if (pauseMs !== undefined) {
      const until = clock.now().getTime() + Math.max(pauseMs, retryAfterSeconds * 1_000);
      state = { ...state, pausedUntil: new Date(until) };
    }
    const mayHaveCost = code === "odds.malformed" || code === "odds.timeout";
    return { kind: "failed", mayHaveCost, isLasting: lasting.has(code) };
  };

  return {
    hold,
    isPaused,
    /** Credits left of the month; undefined until the provider has said it. */
    remaining: () => state.remaining,
    canPay: (credits: number) => state.remaining === undefined || state.remaining >= credits,
    /** Asks the provider if it is this process's turn; what it says of credits and pauses is stored. */
    ask: async <T>(
      what: Question,
      feed: Feed,
      call: (client: OddsClient) => Promise<T>,
    ): Promise<Asked<T>> => {
      if (isPaused() || !(await hold()))
        return { kind: "failed", mayHaveCost: false, isLasting: false };
      let asked: Asked<T>;
      let isHeld = false;
      try {
        const data = await call(client);
        watch.answered(what);
        asked = { kind: "answered", data, isLate: false };
      } catch (error) {
        asked = failed(what, feed, error);
      } finally {
        isHeld = await turns.keep(holder, state);
      }
      return asked.kind === "answered" ? { ...asked, isLate: !isHeld } : asked;
    },
  };
};
export type ProviderTurn = ReturnType<typeof providerTurn>;
