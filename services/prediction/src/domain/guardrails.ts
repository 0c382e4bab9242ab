import { AppError } from "@orbline/kit/errors";
import {
  type LimitKind,
  type LimitName,
  limitNames,
  limitsOf,
  type LimitWindow,
  limitWindows,
  raiseWaits,
} from "@orbline/proto/constants/guardrails";
import type { HeldPick, HeldPicks } from "./held-picks.ts";
import { dateOf, dayMs, hourMs, timeOn, weekOf } from "./dates.ts";

/** Most predictions, and dollars staked in recorded bets, of each calendar period; null is no limit. */
export type Limits = Record<LimitName, number | null>;

/** A higher limit, or none, that binds once the user confirms it. */
export type PendingLimit = { limit: number | null; confirmableAt: Date; expiresAt: Date };

/** What a user has decided about the own use. */
export type UserGuardrails = {
  limits: Limits;
  pendingLimits: Partial<Record<LimitName, PendingLimit>>;
  timeOutUntil?: Date | undefined;
  selfExcludedUntil?: Date | undefined;
};

/** A user's insane predictions of a day, and how many of them lose by their estimates. */
export type InsaneDay = { count: number; expectedLosses: number };

/** Predictions, and dollars staked. */
export type LimitUse = Record<LimitName, number>;

/**
 * Guardrails by user. A change is published with the write that stores it. Every change is one guarded update, so two
 * processes agree.
 */
export type Guardrails = {
  /** Those of a user; without limits before the first change. */
  find: (userId: string) => Promise<UserGuardrails>;
  /** Stores the decision on the newest state. @throws what `decide` throws; conflict after lost races */
  update: (
    userId: string,
    decide: (current: UserGuardrails) => UserGuardrails,
  ) => Promise<UserGuardrails>;
  /**
   * Erases a user and publishes that. Returns true once nothing is left, which takes a second call.
   */
  erase: (userId: string) => Promise<boolean>;
  /** Stored predictions, and stakes of recorded bets, of the periods around a moment. */
  countUse: (userId: string, now: Date) => Promise<LimitUse>;
  /** The limit of stakes that the user's recorded bets have reached, if any. */
  reachedStakes: (
    userId: string,
    guardrails: UserGuardrails,
    now: Date,
  ) => Promise<ReachedLimit | undefined>;
  /** The insane predictions of a user on the UTC day of one that was just stored, with that one and those among the open picks. */
  insaneDay: (
    userId: string,
    stored: Pick<HeldPick, "id" | "createdAt" | "probability">,
    held: Pick<HeldPicks, "since">,
  ) => Promise<InsaneDay>;
  /**
   * Reserves a place within the user's limits for a prediction that is about to be stored. Returns the limit that
   * leaves no place. Stored predictions count once, also when several processes reserve at the same time.
   */
  reserve: (
    userId: string,
    prediction: { id: string; createdAt: Date },
  ) => Promise<ReachedLimit | undefined>;
};

/** A limit that leaves no place in its current period. */
export type ReachedLimit = { kind: LimitKind; window: LimitWindow; limit: number };

export const noGuardrails: UserGuardrails = {
  limits: {
    day: null,
    week: null,
    month: null,
    stakeDay: null,
    stakeWeek: null,
    stakeMonth: null,
  },
  pendingLimits: {},
};

/** For users whose predictions nobody requests, such as those of a backfill. */
export const withoutGuardrails: Pick<
  Guardrails,
  "find" | "reserve" | "reachedStakes" | "insaneDay"
> = {
  find: () => Promise.resolve(noGuardrails),
  reserve: () => Promise.resolve(undefined),
  reachedStakes: () => Promise.resolve(undefined),
  insaneDay: () => Promise.resolve({ count: 0, expectedLosses: 0 }),
};

export const hasLimits = ({ limits }: UserGuardrails, kind: LimitKind): boolean =>
  limitWindows.some((window) => limits[limitsOf[kind][window]] !== null);

/** Whether the price of insane predictions is said now: with the 5th, the 10th and every further 10th of a day. */
export const isMilestone = ({ count }: InsaneDay): boolean =>
  count === 5 || (count > 0 && count % 10 === 0);

/** The calendar period around a moment, in UTC. Weeks begin on Monday. */
export function periodOf(window: LimitWindow, now: Date): { startsAt: Date; endsAt: Date } {
  if (window === "month") {
    const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
    return {
      startsAt: new Date(Date.UTC(year, month)),
      endsAt: new Date(Date.UTC(year, month + 1)),
    };
  }
  const startsAt = timeOn(window === "day" ? dateOf(now) : weekOf(now), 0);
  return { startsAt, endsAt: new Date(startsAt.getTime() + dayMs * (window === "day" ? 1 : 7)) };
}

/** The limit of this kind that is used up for longest, if any. */
export function reachedLimit(
  kind: LimitKind,
  limits: Limits,
  used: Record<LimitWindow, number>,
): ReachedLimit | undefined {
  return limitWindows
    .flatMap((window) => {
      const limit = limits[limitsOf[kind][window]];
      return limit !== null && used[window] >= limit ? [{ kind, window, limit }] : [];
    })
    .at(-1);
}

/** A lower limit binds at once. A higher one, or none, waits and then needs a confirmation. */
export function changeLimits(
  current: UserGuardrails,
  changes: { [Name in LimitName]?: number | null | undefined },
  now: Date,
): UserGuardrails {
  const limits = { ...current.limits };
  const pendingLimits = { ...current.pendingLimits };
  for (const name of limitNames) {
    const limit = changes[name];
    if (limit === undefined) continue;
    if (isLooser(limit, limits[name])) pendingLimits[name] = pendingLimit(limit, now);
    else {
      limits[name] = limit;
      delete pendingLimits[name];
    }
  }
  return { ...current, limits, pendingLimits };
}

/** @throws not-found when no change waits, also after it expired; conflict before it can be confirmed */
export function confirmLimit(current: UserGuardrails, name: LimitName, now: Date): UserGuardrails {
  const change = pendingAt(current, name, now);
  if (!change)
    throw new AppError(
      "not-found",
      "guardrails.no_change",
      "No higher limit waits to be confirmed. Please request it again.",
    );
  if (now < change.confirmableAt)
    throw new AppError(
      "conflict",
      "guardrails.too_early",
      `You can confirm this limit from ${timeText(change.confirmableAt)}.`,
    );
  const limits = { ...current.limits, [name]: change.limit };
  return { ...dropPending(current, name), limits };
}

export function dropPending(current: UserGuardrails, name: LimitName): UserGuardrails {
  const { [name]: _dropped, ...pendingLimits } = current.pendingLimits;
  return { ...current, pendingLimits };
}

/** The change of a limit that waits for its confirmation and has not expired. */
export function pendingAt(
  { pendingLimits }: UserGuardrails,
  name: LimitName,
  now: Date,
): PendingLimit | undefined {
  const change = pendingLimits[name];
  return change && now < change.expiresAt ? change : undefined;
}

/** @throws conflict when a longer time-out runs: a time-out cannot be shortened */
export function startTimeOut(current: UserGuardrails, days: number, now: Date): UserGuardrails {
  const until = new Date(now.getTime() + days * dayMs);
  const running = current.timeOutUntil;
  if (running && running > until)
    throw new AppError(
      "conflict",
      "guardrails.time_out_running",
      `Your time-out runs until ${timeText(running)}. You can make it longer, not shorter.`,
    );
  return { ...current, timeOutUntil: until };
}

/**
 * Excludes the user for some months. It cannot be undone, only made longer.
 * @throws conflict when a longer self-exclusion runs
 */
export function selfExclude(current: UserGuardrails, months: number, now: Date): UserGuardrails {
  const until = new Date(now);
  until.setUTCMonth(until.getUTCMonth() + months);
  const running = current.selfExcludedUntil;
  if (running && running > until)
    throw new AppError(
      "conflict",
      "guardrails.self_exclusion_running",
      `Your self-exclusion runs until ${timeText(running)}. You can make it longer, not shorter.`,
    );
  return { ...current, selfExcludedUntil: until };
}

/** Whether a self-exclusion or a time-out runs. */
export function isPaused({ timeOutUntil, selfExcludedUntil }: UserGuardrails, now: Date): boolean {
  return [timeOutUntil, selfExcludedUntil].some((until) => until !== undefined && now < until);
}

/** Milliseconds until a running time-out ends; 0 without one. */
export function timeOutLeftMs({ timeOutUntil }: UserGuardrails, now: Date): number {
  return timeOutUntil ? Math.max(0, timeOutUntil.getTime() - now.getTime()) : 0;
}

/** @throws forbidden during a self-exclusion or a time-out */
export function assertNotPaused(
  { timeOutUntil, selfExcludedUntil }: UserGuardrails,
  now: Date,
): void {
  if (selfExcludedUntil && now < selfExcludedUntil)
    throw new AppError(
      "forbidden",
      "guardrails.self_exclusion",
      `You have excluded yourself from predictions until ${timeText(selfExcludedUntil)}.`,
    );
  if (timeOutUntil && now < timeOutUntil)
    throw new AppError(
      "forbidden",
      "guardrails.time_out",
      `You are taking a time-out. Predictions start again on ${timeText(timeOutUntil)}.`,
    );
}

const periodTexts: Record<LimitWindow, string> = {
  day: "a day",
  week: "a week",
  month: "a month",
};

const limitTexts: Record<LimitKind, (limit: number) => string> = {
  predictions: (limit) => `Your limit is ${limit} ${limit === 1 ? "prediction" : "predictions"}`,
  stakes: (limit) => `Your limit is $${limit} in recorded stakes`,
};

/** The refusal of a prediction beyond a user's own limit, with the seconds until the next period. */
export function limitReached({ kind, window, limit }: ReachedLimit, now: Date): AppError {
  const { endsAt } = periodOf(window, now);
  return new AppError(
    "rate-limited",
    kind === "stakes" ? `guardrails.stake_${window}` : `guardrails.${window}`,
    `${limitTexts[kind](limit)} ${periodTexts[window]}. The next ${window} starts on ${timeText(endsAt)}.`,
    { retryAfterSeconds: Math.ceil((endsAt.getTime() - now.getTime()) / 1_000) },
  );
}

const isLooser = (limit: number | null, current: number | null): boolean =>
  current !== null && (limit === null || limit > current);

function pendingLimit(limit: number | null, now: Date): PendingLimit {
  const confirmableAt = new Date(now.getTime() + raiseWaits.hours * hourMs);
  const expiresAt = new Date(confirmableAt.getTime() + raiseWaits.confirmDays * dayMs);
  return { limit, confirmableAt, expiresAt };
}

const timeFormat = new Intl.DateTimeFormat("en-US", {
  dateStyle: "medium",
  timeStyle: "short",
  timeZone: "UTC",
});

/** A moment as texts show it, such as "Nov 28, 2026, 12:00 AM UTC". */
const timeText = (time: Date): string => `${timeFormat.format(time).replaceAll(/\s/g, " ")} UTC`;
