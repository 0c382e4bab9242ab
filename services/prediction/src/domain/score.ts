import { isCounted, paidOdds } from "./bet.ts";
import type { Leg, PredictionRecord } from "./prediction.ts";
import { americanToDecimal } from "./odds.ts";
import { product } from "./math.ts";

/** What a settled prediction says about the predictions: chances, outcome, and money per unit staked. */
export type Score = {
  outcome: "won" | "lost" | "push" | "void";
  /** Joint chance of the legs that counted, ours and the market's without its margin. */
  probability: number;
  marketProbability: number;
  /** Profit of one unit at the taken price. */
  profit: number;
  /** Taken decimal odds × chance by the closing prices − 1; null where a leg has no closing price. */
  closingValue: number | null;
  /** The same games with one unit each on the market's favourite. */
  favourites: { won: boolean; profit: number }[];
};

const favouritesOf = ({ legs, favouriteOutcomes }: PredictionRecord): Score["favourites"] =>
  legs.flatMap(({ favourite }, index) => {
    const outcome = favouriteOutcomes[index] ?? "open";
    if (!favourite || (outcome !== "won" && outcome !== "lost")) return [];
    const won = outcome === "won";
    return [{ won, profit: won ? americanToDecimal(favourite.odds) - 1 : -1 }];
  });

const profitOf = (outcome: Score["outcome"], paid: number): number => {
  switch (outcome) {
    case "won":
      return paid - 1;
    case "lost":
      return -1;
    case "push":
    case "void":
      return 0;
  }
};

/** Scores a prediction; undefined while it is open. Legs that were pushed or void count neither way. */
export const scoreOf = (record: PredictionRecord): Score | undefined => {
  const { legs, legOutcomes, settlement, closing, lateLegs = [] } = record;
  if (!settlement) return undefined;
  const settled = legs.map((leg, index) => ({
    leg,
    odds: leg.odds,
    outcome: lateLegs.includes(index) ? ("open" as const) : (legOutcomes[index] ?? "open"),
    closing: closing[index] ?? null,
  }));
  const counted = settled.filter(({ outcome }) => isCounted(outcome));
  const jointOf = (chance: (leg: Leg) => number) => product(counted.map(({ leg }) => chance(leg)));
  const paid = counted.length === 0 ? 1 : americanToDecimal(paidOdds(record.odds, settled));
  const closes = counted.flatMap((leg) => (leg.closing === null ? [] : [leg.closing]));
  const isPriced = counted.length > 0 && closes.length === counted.length;
  return {
    outcome: settlement.outcome,
    probability: jointOf(({ probability }) => probability),
    marketProbability: jointOf(({ marketProbability }) => marketProbability),
    profit: profitOf(settlement.outcome, paid),
    closingValue: isPriced ? paid * product(closes) - 1 : null,
    favourites: favouritesOf(record),
  };
};
