import { AppError } from "@orbline/kit/errors";
import type { Outcome, Settlement } from "./bet.ts";
import type { RiskLevel } from "./risk.ts";
import type { SlateKind } from "./slate.ts";
import type { Sport } from "./sport.ts";

export const factorUnits = [
  "probability",
  "points",
  "rating",
  "odds",
  "decimal",
  "days",
  "count",
  "cents",
  "age",
  "cm",
  "rate",
] as const;

export type Factor = { name: string; value: number; unit: (typeof factorUnits)[number] };

/** The outcome that a leg backs. */
export type Wager =
  | { market: "moneyline"; side: "home" | "away" | "draw" }
  | { market: "spread"; side: "home" | "away"; line: number };

/** One leg without its analysis; `odds` are American, `edge` is p × decimal − 1. */
export type LegSummary = {
  gameId: string;
  game: string;
  betOn: string;
  opponent: string;
  betType: string;
  wager: Wager;
  odds: number;
  startsAt: Date;
  endsAt: Date;
  book: string;
  modelProbability: number;
  marketProbability: number;
  probability: number;
  edge: number;
  /** True when a rating was missing or too old, so that the market's probability counts alone. */
  marketOnly?: boolean | undefined;
  /** The market's favorite of the same game at its best price, for comparison. */
  favorite?: { side: "home" | "away" | "draw"; odds: number } | undefined;
};

export type Analysis = { reasoning: string; factors: Factor[] };

/**
 * What moved the model's number of a leg: each bar in favor of the pick (above zero) or against it. The bars add up to
 * `model`; zero is an even chance. Rating points are those of Elo; points are those of the game, beyond the line.
 */
export type Forces = {
  unit: "rating" | "points";
  bars: { name: string; value: number }[];
  model: number;
  market: number;
  estimate: number;
};

/** A leg with its analysis. Without a rating that counts, for a draw and in older predictions there are no forces. */
export type Leg = LegSummary & Analysis & { forces?: Forces | undefined };

/** Of `n` predictions with a probability from `from` (included) to `to`, `won` won. */
export type Band = { from: number; to: number; n: number; won: number };

/** A ranked combination with its analysis, before a user gets it. */
export type Pick = Analysis & {
  /** At most three sentences: what speaks for the pick, what against it, what its price says. Older ones lack it. */
  summary?: string[] | undefined;
  legs: Leg[];
  odds: number;
  probability: number;
  breakEven: number;
  edge: number;
  /** 80 % range of the probability. */
  range: { from: number; to: number };
  /** Settled predictions of the sport near this probability. */
  band: Band;
};

/** A bet that a user placed at a sportsbook on a prediction: dollars, American odds of the whole bet. */
export type RecordedBet = {
  stake: number;
  odds: number;
  book: string;
  recordedAt: Date;
  /** Whether one of its games had started then. */
  isLate: boolean;
};

/** A stored prediction with its outcome; `returned` and `profit` are 0 while it is open. */
export type Prediction = Pick &
  Omit<Settlement, "outcome"> & {
    id: string;
    userId: string;
    createdAt: Date;
    sport: Sport;
    riskLevel: RiskLevel;
    stake: number;
    /** The n-th distinct pick of the combination, from 1. */
    requestCount: number;
    modelVersion: string;
    slate: { kind: SlateKind; label: string; snapshotId: string; pricedAt: Date };
    outcome: Outcome;
    settledAt?: Date | undefined;
    legOutcomes: Outcome[];
    /** Per leg, the outcome of a bet on the game's favorite. */
    favoriteOutcomes: Outcome[];
    /** Set from the settlement until the user has seen it. */
    isUnread?: true | undefined;
    /** What the user really bet on it, if recorded. */
    bet?: RecordedBet | undefined;
    /** Per leg, the vig-free probability by the last prices before the start; null where unknown. */
    closingProbabilities: (number | null)[];
  };

/** A prediction without its analysis, for lists, settlement and the track record. */
export type PredictionSummary = Omit<Prediction, "legs" | "summary" | keyof Analysis> & {
  legs: LegSummary[];
};

/** The user has no prediction with this id. */
export const unknownPrediction = () =>
  new AppError("not-found", "prediction.unknown", "There is no such prediction.");

/** A user's predictions, all or those that match. */
export type PredictionFilter = {
  userId: string;
  sport?: Sport | undefined;
  riskLevel?: RiskLevel | undefined;
  outcome?: Outcome | undefined;
};
