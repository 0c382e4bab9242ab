import type { PredictionSummary } from "../prediction.ts";
import type { RiskLevel } from "../risk.ts";
import type { Sport } from "../sport.ts";
import { toCents } from "../math.ts";

/** Sums over settled predictions; money in dollars. */
export type BetTotals = {
  settled: number;
  won: number;
  lost: number;
  staked: number;
  returned: number;
  profit: number;
};

/** A user's settled predictions in all, by sport and by risk, and the range of stakes. */
export type BettingProfile = BetTotals & {
  sports: Partial<Record<Sport, BetTotals>>;
  risks: Partial<Record<RiskLevel, BetTotals>>;
  smallestStake: number | null;
  largestStake: number | null;
};

export const noTotals: BetTotals = {
  settled: 0,
  won: 0,
  lost: 0,
  staked: 0,
  returned: 0,
  profit: 0,
};

export const noProfile: BettingProfile = {
  ...noTotals,
  sports: {},
  risks: {},
  smallestStake: null,
  largestStake: null,
};

/** A profile with one more settled prediction; an open one changes nothing. */
export function addToProfile(
  profile: BettingProfile,
  prediction: PredictionSummary,
): BettingProfile {
  const { sport, riskLevel, stake, outcome } = prediction;
  if (outcome === "open") return profile;
  const { sports, risks, smallestStake, largestStake, ...totals } = profile;
  return {
    ...addTotals(totals, prediction),
    sports: { ...sports, [sport]: addTotals(sports[sport] ?? noTotals, prediction) },
    risks: { ...risks, [riskLevel]: addTotals(risks[riskLevel] ?? noTotals, prediction) },
    smallestStake: Math.min(stake, smallestStake ?? stake),
    largestStake: Math.max(stake, largestStake ?? stake),
  };
}

const addTotals = (
  sum: BetTotals,
  { stake, outcome, returned, profit }: PredictionSummary,
): BetTotals => ({
  settled: sum.settled + 1,
  won: sum.won + (outcome === "won" ? 1 : 0),
  lost: sum.lost + (outcome === "lost" ? 1 : 0),
  staked: addMoney(sum.staked, stake),
  returned: addMoney(sum.returned, returned),
  profit: addMoney(sum.profit, profit),
});

/** A sum of money in whole cents, independent of the order of addition. */
const addMoney = (a: number, b: number): number => toCents(a + b);
