import { isCounted, paidOdds } from "../bet.ts";
import type { LegSummary, PredictionSummary } from "../prediction.ts";
import { americanToDecimal } from "../odds.ts";
import { product } from "../math.ts";

/** A settled prediction as the track record counts it; money is per unit staked. */
export type Score = {
  outcome: "won" | "lost" | "push" | "void";
  /** Joint probability of the legs that counted: ours, and the vig-free market's. */
  probability: number;
  marketProbability: number;
  /** Profit of one unit at the taken price. */
  profit: number;
  /** Taken decimal odds × closing probability − 1; null where a leg has no closing price. */
  closingValue: number | null;
  /** The same games with one unit each on the market's favorite. */
  favorites: { won: boolean; profit: number }[];
};

/** Scores a prediction; undefined while it is open. Legs that were pushed or void count neither way. */
export function scoreOf(prediction: PredictionSummary): Score | undefined {
  const { legs, legOutcomes, outcome, closingProbabilities } = prediction;
  if (outcome === "open") return undefined;
  const settled = legs.map((leg, index) => ({
    leg,
    odds: leg.odds,
    outcome: legOutcomes[index] ?? ("open" as const),
    closingProbability: closingProbabilities[index] ?? null,
  }));
  const counted = settled.filter((leg) => isCounted(leg.outcome));
  const jointOf = (probability: (leg: LegSummary) => number) =>
    product(counted.map(({ leg }) => probability(leg)));
  const paid = counted.length === 0 ? 1 : americanToDecimal(paidOdds(prediction.odds, settled));
  const closes = counted.flatMap(({ closingProbability }) => closingProbability ?? []);
  const isPriced = counted.length > 0 && closes.length === counted.length;
  return {
    outcome,
    probability: jointOf(({ probability }) => probability),
    marketProbability: jointOf(({ marketProbability }) => marketProbability),
    profit: profitOf(outcome, paid),
    closingValue: isPriced ? paid * product(closes) - 1 : null,
    favorites: favoritesOf(prediction),
  };
}

function profitOf(outcome: Score["outcome"], paid: number): number {
  switch (outcome) {
    case "won":
      return paid - 1;
    case "lost":
      return -1;
    case "push":
    case "void":
      return 0;
  }
}

const favoritesOf = ({ legs, favoriteOutcomes }: PredictionSummary): Score["favorites"] =>
  legs.flatMap(({ favorite }, index) => {
    const outcome = favoriteOutcomes[index] ?? "open";
    if (!favorite || (outcome !== "won" && outcome !== "lost")) return [];
    const won = outcome === "won";
    return [{ won, profit: won ? americanToDecimal(favorite.odds) - 1 : -1 }];
  });
