import type { Outcome, Settlement } from "./bet.ts";
import type { RiskLevel } from "./risk.ts";
import type { SlateKind } from "./slate.ts";
import type { Sport } from "./sport.ts";

/** A number behind a sentence. */
export type Factor = {
  name: string;
  value: number;
  unit:
    | "probability"
    | "points"
    | "rating"
    | "odds"
    | "decimal"
    | "days"
    | "count"
    | "cents"
    | "age"
    | "cm"
    | "rate";
};

/** What a leg backs. */
export type Wager =
  | { market: "moneyline"; side: "home" | "away" | "draw" }
  | { market: "spread"; side: "home" | "away"; line: number };

/** One leg of a bet with every number that chose it; `odds` are American, `edge` is p × decimal − 1. */
export type Leg = {
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
  /** The market's favourite of the same game at its best price: what it is compared with. */
  favourite?: { side: "home" | "away" | "draw"; odds: number };
  reasoning: string;
  factors: Factor[];
};

/** Of `n` predictions given a chance from `from` to `to`, `won` won. */
export type Band = { from: number; to: number; n: number; won: number };

/** A chosen bet: its legs, total odds, joint probability and what can be said of them. */
export type Pick = {
  legs: Leg[];
  odds: number;
  probability: number;
  breakEven: number;
  edge: number;
  /** Likely range of the probability, 80 %. */
  range: { from: number; to: number };
  /** Settled predictions of the sport near this probability. */
  band: Band;
  reasoning: string;
  factors: Factor[];
};

/**
 * Makes something of a pick once for all who are given it, by its legs: these are made together with its analysis and
 * never changed.
 */
export const oncePerPick = <Made extends string | object>(make: (pick: Pick) => Made) => {
  const made = new WeakMap<readonly Leg[], Made>();
  return (pick: Pick): Made => {
    const known = made.get(pick.legs);
    if (known !== undefined) return known;
    const fresh = make(pick);
    made.set(pick.legs, fresh);
    return fresh;
  };
};

/** A pick as it was given to a user, with what it was made from. */
export type GivenPrediction = Pick & {
  id: string;
  userId: string;
  createdAt: Date;
  sport: Sport;
  riskLevel: RiskLevel;
  stake: number;
  /** Which of the combination's picks was asked for, from 1; not known of early ones. */
  requestCount?: number;
  modelVersion: string;
  slate: { kind: SlateKind; label: string; snapshotId: string; pricedAt: Date };
};

/** A given prediction and how it stands; the lists run along the legs. */
export type PredictionRecord = GivenPrediction & {
  legOutcomes: Outcome[];
  /** How a bet on each game's favourite stands. */
  favouriteOutcomes: Outcome[];
  /** Chance of each leg by the last prices before the start, without margin; null where none are known. */
  closing: (number | null)[];
  settlement: (Settlement & { settledAt: Date }) | undefined;
  /** Legs that were open when the bet was already lost: whatever they come to, it counts as it did then. */
  lateLegs?: number[];
};
