import type { Outcome } from "../domain/bet.ts";
import type { BettingProfile } from "../domain/betting-profile.ts";
import type { Performance, PerformanceCell } from "../domain/performance.ts";
import type { LiveGame, PollState, PriceSnapshot } from "../domain/live-game.ts";
import type {
  Band,
  GivenPrediction,
  Leg,
  Pick as BetPick,
  PredictionRecord,
} from "../domain/prediction.ts";
import type { RiskLevel } from "../domain/risk.ts";
import type { SettledOutcome } from "../domain/settle.ts";
import type { GameResult, Slate, SlateGame, SlateKind } from "../domain/slate.ts";
import type { Sport } from "../domain/sport.ts";

/** The current time. */
export type Clock = { now: () => Date };

/** Games, prices and results, from one source; all times are on the slate's own clock. */
export type Slates = {
  /** The slate's time: the real time, moved by what a developer advanced. */
  now: () => Date;
  current: (sport: Sport) => Slate;
  /** Results of those of the given games that have ended. */
  resultsOf: (gameIds: readonly string[]) => Promise<ReadonlyMap<string, GameResult>>;
  /** Those of the given games whose last prices before the start are known, with these prices. */
  closingOf: (gameIds: readonly string[]) => Promise<ReadonlyMap<string, SlateGame>>;
  /** Moves the slate's clock forward and keeps that over a restart. @throws forbidden for a live slate */
  advance: (days: number) => Promise<Date>;
};

/** A pick with what it was made from, or why there is none. */
export type Choice =
  | { kind: "chosen"; pick: BetPick; slate: Slate; modelVersion: string }
  | { kind: "none"; reason: "no-games" | "no-fit" };

/** Ranked bets over the current slate. */
export type Picks = {
  /**
   * The n-th distinct pick of a combination (n from 1; after the last one it starts over), or, for a `seed`,
   * one drawn among the good ones.
   */
  choose: (wish: { sport: Sport; riskLevel: RiskLevel; n: number; seed?: number }) => Choice;
};

/** Chances by closing prices. */
export type Closings = {
  /** Reads what the legs of these games are worth at the close: a chance without margin, null where unknown. */
  read: (gameIds: readonly string[]) => Promise<(leg: Leg) => number | null>;
};

/** A page of a user's predictions, newest first. */
export type HistoryPage = { predictions: PredictionRecord[]; nextCursor: string | undefined };

/** A user's open predictions of one sport and risk. */
export type OpenBets = { sport: Sport; riskLevel: RiskLevel; open: number };

/** What a sweep has to settle; `unreadable` says what is wrong with stored ones that cannot be. */
export type DuePredictions = {
  due: PredictionRecord[];
  unreadable: { id: string; reason: string }[];
};

/** A press of the button: when, in milliseconds, and the spans of time that nobody else's press may lie in. */
export type PressTime = { at: number; spans: string[] };

/** Given predictions, stored before they are answered. */
export type Predictions = {
  /**
   * Resolves with true when the prediction is durable, with false when there is one of its id already, or one
   * whose press has a span in common with this one.
   */
  add: (prediction: GivenPrediction, press?: PressTime) => Promise<boolean>;
  /** A user's predictions whose press has one of these spans, and when each was pressed. */
  findPressed: (
    userId: string,
    spans: readonly string[],
  ) => Promise<{ prediction: GivenPrediction; pressedAt: number }[]>;
  /** The newest prediction given to such a wish since a moment. */
  findGiven: (
    wish: Required<
      Pick<GivenPrediction, "userId" | "sport" | "riskLevel" | "stake" | "requestCount">
    > & { snapshotId: string; since: Date },
  ) => Promise<GivenPrediction | undefined>;
  /** Predictions with open legs whose last game has ended by `before`, oldest first; unreadable ones apart. */
  findDue: (before: Date, limit: number) => Promise<DuePredictions>;
  /** Stores outcomes of an open prediction; does nothing to one that is settled. */
  settle: (
    record: PredictionRecord,
    outcome: SettledOutcome & { closing: (number | null)[]; settledAt: Date },
  ) => Promise<boolean>;
  /** Stores outcomes of the legs that a lost parlay left open; its settlement stays. */
  settleLegs: (id: string, legOutcomes: Outcome[]) => Promise<void>;
  /** Takes a prediction that cannot be read out of the sweep for good; it stays stored. */
  setAside: (id: string) => Promise<void>;
  /** Puts off a prediction whose results have not come. */
  postpone: (id: string, until: Date) => Promise<void>;
  list: (query: {
    userId: string;
    limit: number;
    cursor?: string;
    sport?: Sport;
    riskLevel?: RiskLevel;
    outcome?: Outcome;
  }) => Promise<HistoryPage>;
  /** A user's own prediction. */
  find: (userId: string, id: string) => Promise<PredictionRecord | undefined>;
  /** What a user has open, by sport and risk. */
  openOf: (userId: string) => Promise<OpenBets[]>;
};

/** Betting profiles by user, a count of settled predictions. */
export type BettingProfiles = {
  find: (userId: string) => Promise<BettingProfile>;
  /** Counts what was settled since, each prediction once whatever crashes or runs beside it; answers how many. */
  countSettled: () => Promise<number>;
};

/** Performance by slate, sport, risk and week, a count of settled predictions. */
export type Performances = {
  all: () => Promise<(PerformanceCell & Performance)[]>;
  /** As for the profiles. */
  countSettled: () => Promise<number>;
};

/** How settled predictions of a slate and sport near a chance turned out. */
export type PastBands = {
  /** Another object once that may have changed. */
  revision: () => object;
  bandOf: (of: { kind: SlateKind; label: string; sport: Sport }, probability: number) => Band;
};

/** A user's right to predict, as billing last published it; `accessUntil` absent means no end. */
export type Entitlement = { entitled: boolean; accessUntil?: Date };

/** Entitlements by user, a projection of billing's events. */
export type Entitlements = {
  find: (userId: string) => Promise<Entitlement | undefined>;
  /** Takes over a newer state, or forgets the user without one; what is older or repeated changes nothing. */
  apply: (userId: string, seq: number, entitlement: Entitlement | undefined) => Promise<void>;
};

/** Everything that is kept of one user. */
export type Holdings = {
  /** A page of it as lists by their names; the profile and the right to predict come with the first. */
  page: (
    userId: string,
    cursor: string | undefined,
  ) => Promise<{ lists: Record<string, unknown[]>; nextCursor: string | undefined }>;
  /** Forgets it; answers how much there was. */
  erase: (userId: string) => Promise<number>;
};

/** Billing itself, asked before anybody is refused. */
export type EntitlementOwner = { ask: (userId: string) => Promise<Entitlement> };

/** What is kept of a slate's clock: the real date on which it began, and by how many days it was advanced. */
export type SlateClockRecord = { startedOn: string; offsetDays: number };

/** Where a slate's clock is kept over a restart. */
export type SlateClockStore = {
  /** The stored clock; the first call stores the one given. */
  load: (first: SlateClockRecord) => Promise<SlateClockRecord>;
  /** Moves the stored clock and answers where it now stands. */
  advance: (days: number) => Promise<SlateClockRecord>;
};

/** Games of the live provider, before and after their results; safe to repeat, in any order. */
export type LiveGames = {
  /**
   * Adds games, moves the start of known ones, keeps their newest prices and stores results; the first
   * result of a game stays. A game that now stands on another day is called off under the day it had, until
   * it is back there.
   */
  record: (games: readonly LiveGame[], now: Date) => Promise<void>;
  /** Those of the given games that are known. */
  find: (ids: readonly string[]) => Promise<LiveGame[]>;
  /** Games whose result was stored at or after this moment. */
  finishedSince: (since: Date) => Promise<LiveGame[]>;
  /** Games that should have ended by `before` and have no result yet, oldest first. */
  awaited: (before: Date) => Promise<Pick<LiveGame, "feed" | "startsAt">[]>;
  /** No longer waits for results of games that should have ended by `before`. */
  giveUp: (before: Date) => Promise<void>;
};

/** The last prices of every competition, kept over a restart. */
export type PriceSnapshots = {
  all: () => Promise<PriceSnapshot[]>;
  /** Replaces the named parts of a competition's snapshot in one write. */
  save: (snapshot: Pick<PriceSnapshot, "feed" | "sport"> & Partial<PriceSnapshot>) => Promise<void>;
  /** Moves the mark of when something was asked for; false where it no longer stands where it was last seen. */
  mark: (
    feed: Pick<PriceSnapshot, "feed" | "sport">,
    name: "askedAt" | "scoresAskedAt",
    move: { from: Date | undefined; to: Date },
  ) => Promise<boolean>;
};

/** The right to ask the live provider, held by one process at a time. */
export type PollTurns = {
  /** Takes or renews the turn until `until`; undefined while another holder has it. */
  take: (holder: string, now: Date, until: Date) => Promise<PollState | undefined>;
  /** Stores parts of the state; false when the turn is no longer held. */
  keep: (holder: string, state: PollState) => Promise<boolean>;
};
