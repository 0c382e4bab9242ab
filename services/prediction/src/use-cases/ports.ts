import type { Clock } from "@orbline/kit/clock";
import type { BetTotals, BettingProfile } from "../domain/counts/betting-profile.ts";
import type { HeldPick, HeldPicks, OpenPicks } from "../domain/held-picks.ts";
import type { Performance, PerformanceCell } from "../domain/counts/performance.ts";
import type { SlateTrackRecord } from "../domain/counts/track-record.ts";
import type {
  Band,
  LegSummary,
  Pick as RankedPick,
  Prediction,
  PredictionFilter,
  PredictionSummary,
  RecordedBet,
} from "../domain/prediction.ts";
import type { RiskLevel } from "../domain/risk.ts";
import type { MerkleTree } from "../proof/merkle.ts";
import type { SignedTreeHead } from "../proof/tree-head.ts";
import type { SettledOutcome, RecordedPrediction } from "../domain/settle.ts";
import type { GameResult, Slate, SlateGame, SlateKind } from "../domain/slate.ts";
import type { QuotaUse } from "../domain/quota.ts";
import type { Sport } from "../domain/sport.ts";
import type { NotificationSettings, PushDevices } from "./ports-notices.ts";

export type { Clock };

/** Everything that the use cases reach outside of themselves. */
export type PredictionDeps = {
  clock: Clock;
  slates: Slates;
  picks: Picks;
  predictions: Predictions;
  predictionId: PredictionId;
  openPicks: OpenPicks;
  notifications: NotificationSettings;
  pushDevices: PushDevices;
  profiles: BettingProfiles;
  performances: Performances;
  trackRecord: TrackRecord;
  market: MarketProbabilities;
  entitlements: Entitlements;
  quotas: PredictionQuotas;
  billing: EntitlementOwner;
  settlementMonitor: SettlementMonitor;
};

/** Games, prices and results from one source; all times are on the slate's own clock. */
export type Slates = {
  /** The slate's time: the real time plus the days that a developer advanced it by. */
  now: () => Date;
  current: (sport: Sport) => Slate;
  /** Results of the finished games among `gameIds`. */
  resultsOf: (gameIds: readonly string[]) => Promise<ReadonlyMap<string, GameResult>>;
  /** The games among `gameIds` whose last prices before the start are known, with these prices. */
  closingGames: (gameIds: readonly string[]) => Promise<ReadonlyMap<string, SlateGame>>;
  /** Moves the slate's clock forward permanently; returns the new time. @throws forbidden for a live slate */
  advance: (days: number) => Promise<Date>;
};

export type PickResult =
  | { kind: "found"; pick: RankedPick; slate: Slate; modelVersion: string }
  | { kind: "none"; reason: "no-games" | "no-fit" | "all-held" | "game-gone" | "game-unfit" };

export type Picks = {
  /**
   * The n-th distinct pick of a combination (n from 1; after the last one it starts over), or, with a `seed`,
   * one drawn among the good ones, all of them with the game of a `gameId`. A pick that is not accepted is passed over.
   */
  find: (query: {
    sport: Sport;
    riskLevel: RiskLevel;
    n: number;
    seed?: number | undefined;
    gameId?: string | undefined;
    accepts?: HeldPicks["accepts"] | undefined;
  }) => PickResult;
};

/** Vig-free probabilities by the books' prices. */
export type MarketProbabilities = {
  /** The books' consensus on the outcome of a game; null where no book is sound. */
  consensusOf: (game: SlateGame) => { home: number; draw: number | null; away: number } | null;
  /** Reads the closing prices of games; the result gives a leg's closing probability, null where unknown. */
  readClosing: (gameIds: readonly string[]) => Promise<(leg: LegSummary) => number | null>;
};

/** `atStake` are dollars. */
export type OpenPredictions = {
  sport: Sport;
  riskLevel: RiskLevel;
  open: number;
  atStake: number;
};

export type UnreadablePrediction = { id: string; reason: string };

/** Makes the id of a prediction. Equal idempotency keys give equal ids; without a key every id is new. */
export type PredictionId = (idempotencyKey: readonly unknown[] | undefined) => string;

/** Stored predictions; each is durable before a user gets it. */
export type Predictions = {
  /** Stores a prediction; resolves when durable with it, or with the user's one stored under the same id. */
  add: (prediction: Prediction) => Promise<Prediction>;
  /** The newest prediction of an equal request since a moment, from the same prices. */
  findExisting: (
    request: Pick<Prediction, "userId" | "sport" | "riskLevel" | "stake" | "requestCount"> & {
      snapshotId: string;
      since: Date;
    },
  ) => Promise<Prediction | undefined>;
  /** Predictions with an open leg whose game has ended by `before`, oldest first; unreadable ones apart. */
  findDue: (
    before: Date,
    limit: number,
  ) => Promise<{ readable: PredictionSummary[]; unreadable: UnreadablePrediction[] }>;
  /**
   * Stores new outcomes, of a lost parlay too: its settlement stays. The performance counts a settled prediction once
   * no leg is open. Returns whether this call settled the prediction.
   */
  settle: (
    prediction: PredictionSummary,
    outcome: SettledOutcome & {
      closingProbabilities: (number | null)[];
      settledAt: Date;
      /** Marks the settled prediction: its user has to get an email or a push. */
      isNotified?: boolean | undefined;
    },
  ) => Promise<boolean>;
  /** Takes an unreadable prediction out of the sweep permanently; it stays stored. */
  setAside: (id: string) => Promise<void>;
  /** Looks for the results of a prediction again at `until`. */
  postpone: (id: string, until: Date) => Promise<void>;
  /** Sums over the settled ones of a user's predictions that match; an open one counts nothing. */
  totals: (filter: PredictionFilter) => Promise<BetTotals>;
  /**
   * A cursor page of a user's predictions, newest first. Leaves out unreadable predictions. @throws invalid for a
   * cursor that this port did not return
   */
  list: (
    query: PredictionFilter & { limit: number; cursor?: string | undefined },
  ) => Promise<{ predictions: PredictionSummary[]; nextCursor: string | undefined }>;
  find: (userId: string, id: string) => Promise<Prediction | undefined>;
  /** Ids of the user's predictions right after and right before one of them. */
  findNeighbors: (
    prediction: Pick<Prediction, "id" | "userId" | "createdAt">,
  ) => Promise<{ newerId: string | undefined; olderId: string | undefined }>;
  /** Stores what a user bet on a prediction, in place of an earlier record. Returns false if the user has no such prediction. */
  recordBet: (userId: string, id: string, bet: RecordedBet) => Promise<boolean>;
  removeBet: (userId: string, id: string) => Promise<boolean>;
  /** A user's predictions with a recorded bet, the newest record first. */
  listBets: (userId: string, settledSince: Date | undefined) => Promise<RecordedPrediction[]>;
  countBets: (userId: string) => Promise<number>;
  /** The predictions of a user that were settled last, newest first. */
  listSettled: (userId: string, limit: number) => Promise<PredictionSummary[]>;
  /** Time and profit of the newest settled ones of a user's predictions that match, in any order. */
  listProfits: (
    filter: PredictionFilter,
    limit: number,
  ) => Promise<{ settledAt: Date; profit: number }[]>;
  /** The prediction of any user that was settled last; undefined without one, or if it is unreadable. */
  findLastSettled: () => Promise<PredictionSummary | undefined>;
  /** Records that a user has seen settlements. Ids of other users' predictions change nothing. */
  markRead: (userId: string, ids: readonly string[]) => Promise<void>;
  /** Settled predictions whose users still have to get an email or a push; delayed ones once they are due. */
  findToNotify: (
    now: Date,
    limit: number,
  ) => Promise<{ id: string; userId: string; isDelayed: boolean }[]>;
  /** Lets the email about a settled prediction wait until a time. */
  delayMessages: (id: string, until: Date) => Promise<void>;
  /** Records that the messages about a settled prediction are in their outboxes. */
  messagesQueued: (id: string) => Promise<void>;
  /** Sums over a user's predictions that were settled from a time on and before another one. */
  totalsBetween: (userId: string, from: Date, to: Date) => Promise<BetTotals>;
  /** The bets of a user's open predictions that were created at a time or later, except those with these ids. */
  listOpen: (userId: string, since: Date, except: readonly string[]) => Promise<HeldPick[]>;
  /** The number and the stakes of a user's open predictions by sport and risk. */
  countOpen: (userId: string) => Promise<OpenPredictions[]>;
};

/** Betting profiles by user: counts over settled predictions. */
export type BettingProfiles = {
  /** The profile of a user; an empty one before the first settled prediction. */
  find: (userId: string) => Promise<BettingProfile>;
  /** Counts newly settled predictions exactly once, across crashes and processes; returns how many. */
  countSettled: () => Promise<number>;
};

/** Performance cells by slate, sport, risk and week: counts over settled predictions. */
export type Performances = {
  all: () => Promise<(PerformanceCell & Performance)[]>;
  /** Like `BettingProfiles.countSettled`. */
  countSettled: () => Promise<number>;
};

export type TrackRecordState = {
  updatedAt: Date;
  records: SlateTrackRecord[];
  /** The prediction that was settled last; its games have started, so the record log discloses it too. */
  lastSettled: PredictionSummary | undefined;
};

/** The public track record, kept in memory. */
export type TrackRecord = {
  /** The same object until the record changes. */
  current: () => TrackRecordState;
  /** How settled predictions of a slate and sport near a probability turned out. */
  bandOf: (of: { kind: SlateKind; label: string; sport: Sport }, probability: number) => Band;
  /** Reads the performance cells again. */
  refresh: () => Promise<void>;
};

/** A user's right to predict as billing last published it; no `accessUntil` means no end. */
export type Entitlement = {
  entitled: boolean;
  accessUntil?: Date | undefined;
  /** Whether the access is that of a free trial. Absent in older projections. */
  isTrial?: boolean | undefined;
};

/** Quotas of predictions per user. A trial has smaller ones. */
export type PredictionQuotas = {
  /** Counts a request, unless it is beyond a quota. */
  take: (userId: string, options: { isTrial: boolean }) => Promise<QuotaUse[]>;
};

/** Entitlements by user, a projection of billing's events. */
export type Entitlements = {
  find: (userId: string) => Promise<Entitlement | undefined>;
  /** Stores a newer state, or forgets the user when it is undefined; older and repeated states change nothing. */
  apply: (userId: string, seq: number, entitlement: Entitlement | undefined) => Promise<void>;
};

/** Billing itself, asked before a user is refused. */
export type EntitlementOwner = {
  /** @throws unavailable when billing cannot be reached */
  ask: (userId: string) => Promise<Entitlement>;
};

/** A leaf of the record log: a prediction's hash, and what discloses it until its user's account is deleted. */
export type Leaf = { number: number; hash: Buffer; state: "kept" | "erased" } & {
  /** The prediction with the leaf's salt; absent when the database has none. */
  content?: { salt: string; prediction: PredictionSummary } | undefined;
};

/** The leaves of the record log, numbered from 0 without a gap. */
export type Leaves = {
  /** Appends up to 1,000 predictions without a leaf, oldest first; true when more may wait. Safe in several processes. */
  append: () => Promise<boolean>;
  /** Hashes of leaves from a number on, in their order. */
  hashesFrom: (number: number, limit: number) => Promise<{ number: number; hash: Buffer }[]>;
  list: (from: number, limit: number) => Promise<Leaf[]>;
  findOf: (predictionId: string) => Promise<Leaf | undefined>;
};

/** Signed tree heads, numbered from 0 without a gap, and the public keys that signed them; kept for good. */
export type TreeHeads = {
  newest: () => Promise<SignedTreeHead | undefined>;
  /** The first head that covers a leaf; it proves the earliest time of the leaf. */
  firstWith: (leafNumber: number) => Promise<SignedTreeHead | undefined>;
  /** False when another process has stored a head of this number. */
  add: (head: SignedTreeHead) => Promise<boolean>;
  list: (from: number, limit: number) => Promise<SignedTreeHead[]>;
  keys: () => Promise<{ id: string; publicKey: Buffer }[]>;
};

/** The leaves as a Merkle tree in memory. */
export type RecordTree = Omit<MerkleTree, "append"> & {
  /** Reads the leaves that were stored since the last call. @throws internal for a gap in their numbers */
  catchUp: () => Promise<void>;
};

/** Links to single predictions that their users share. */
export type Shares = {
  /** Shares a user's prediction; returns its slug, which stays the same. Undefined for another user's prediction. */
  share: (userId: string, predictionId: string) => Promise<string | undefined>;
  /** Ends the sharing of a user's prediction. */
  unshare: (userId: string, predictionId: string) => Promise<void>;
  find: (slug: string) => Promise<PredictionSummary | undefined>;
};

/** Reports predictions that cannot be settled to operators. */
export type SettlementMonitor = { reportUnreadable: (found: UnreadablePrediction) => void };

/** Keeps the days by which a slate's clock was advanced, across restarts. */
export type SlateClockStore = {
  load: () => Promise<number>;
  /** Adds days; returns the new sum. */
  advance: (days: number) => Promise<number>;
};
