import type { PredictionRecord } from "./prediction.ts";
import type { RiskLevel } from "./risk.ts";
import type { Sport } from "./sport.ts";
import { toCents } from "./math.ts";

/** What some settled bets add up to; money in the stake's unit. */
export type BetTotals = {
  settled: number;
  won: number;
  lost: number;
  staked: number;
  returned: number;
  profit: number;
};

/** How somebody bets: all settled bets, by sport and by risk, and the stakes. */
export type BettingProfile = BetTotals & {
  sports: Partial<Record<Sport, BetTotals>>;
  risks: Partial<Record<RiskLevel, BetTotals>>;
  smallestStake: number | null;
  largestStake: number | null;
};

/** No settled bet. */
export const noTotals: BetTotals = {
  settled: 0,
  won: 0,
  lost: 0,
  staked: 0,
  returned: 0,
  profit: 0,
};

/** Who has no settled bet. */
export const noProfile: BettingProfile = {
  ...noTotals,
  sports: {},
  risks: {},
  smallestStake: null,
  largestStake: null,
};

/** A sum of money, in whole cents whatever the order of adding. */
const addMoney = (a: number, b: number): number => toCents(a + b);

const addTotals = (sum: BetTotals, stake: number, { outcome, returned, profit }: Settled) => ({
  settled: sum.settled + 1,
  won: sum.won + (outcome === "won" ? 1 : 0),
  lost: sum.lost + (outcome === "lost" ? 1 : 0),
  staked: addMoney(sum.staked, stake),
  returned: addMoney(sum.returned, returned),
  profit: addMoney(sum.profit, profit),
});

type Settled = NonNullable<PredictionRecord["settlement"]>;

/** A profile with one more settled prediction; an open one changes nothing. */
export const addBet = (profile: BettingProfile, record: PredictionRecord): BettingProfile => {
  const { sport, riskLevel, stake, settlement } = record;
  if (!settlement) return profile;
  const { sports, risks, smallestStake, largestStake, ...totals } = profile;
  return {
    ...addTotals(totals, stake, settlement),
    sports: { ...sports, [sport]: addTotals(sports[sport] ?? noTotals, stake, settlement) },
    risks: { ...risks, [riskLevel]: addTotals(risks[riskLevel] ?? noTotals, stake, settlement) },
    smallestStake: Math.min(stake, smallestStake ?? stake),
    largestStake: Math.max(stake, largestStake ?? stake),
  };
};
