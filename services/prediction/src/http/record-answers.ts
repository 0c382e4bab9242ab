import type {
  BettingProfileResponse,
  PerformanceAnswer,
  SlateRecordAnswer,
} from "@orbline/proto/http/prediction-record";
import { noTotals, type BettingProfile, type BetTotals } from "../domain/betting-profile.ts";
import type { Performance } from "../domain/performance.ts";
import type { SlateRecord } from "../domain/performance-summary.ts";
import { riskLevels } from "../domain/risk.ts";
import { sports } from "../domain/sport.ts";
import type { OpenBets } from "../use-cases/ports.ts";
import { toCents, toMicro } from "../domain/math.ts";

const mean = (sum: number, n: number): number | null => (n === 0 ? null : toMicro(sum / n));

const scoresOf = (n: number, logLoss: number, brier: number): PerformanceAnswer["scores"] =>
  n === 0 ? null : { logLoss: toMicro(logLoss / n), brier: toMicro(brier / n) };

/** Sums as the API answers them: means per prediction, null where there is nothing to divide by. */
export const toPerformanceAnswer = (sums: Performance): PerformanceAnswer => {
  const { n, won, pushed, voided, expected, bands } = sums;
  const { closingN, favouriteN, favouriteWon } = sums;
  return {
    n,
    won,
    pushed,
    voided,
    expected,
    scores: scoresOf(n, sums.logLoss, sums.brier),
    market: scoresOf(n, sums.marketLogLoss, sums.marketBrier),
    return: mean(sums.profit, n + pushed),
    closingLine:
      closingN === 0 ? null : { n: closingN, value: toMicro(sums.closingValue / closingN) },
    alwaysFavourite:
      favouriteN === 0
        ? null
        : { n: favouriteN, won: favouriteWon, return: toMicro(sums.favouriteProfit / favouriteN) },
    bands,
  };
};

/** As many weeks as a chart can show. */
const shownWeeks = 26;

/** The record of one slate as the API answers it. */
export const toSlateRecordAnswer = (record: SlateRecord): SlateRecordAnswer => ({
  slate: { kind: record.kind, label: record.label },
  total: toPerformanceAnswer(record.total),
  combinations: record.combinations.map(({ sport, riskLevel, ...sums }) => ({
    sport,
    riskLevel,
    ...toPerformanceAnswer(sums),
  })),
  weeks: record.weeks.slice(-shownWeeks).map(({ week, performance: sums }) => ({
    week,
    n: sums.n,
    won: sums.won,
    expected: sums.expected,
    return: mean(sums.profit, sums.n + sums.pushed),
  })),
});

type Totals = BettingProfileResponse["totals"];

const withOpen = (totals: BetTotals | undefined, open: readonly OpenBets[]): Totals => {
  const { settled, won, lost, staked, returned, profit } = totals ?? noTotals;
  const count = open.reduce((sum, bets) => sum + bets.open, 0);
  return { settled, won, lost, staked, returned, profit, open: count };
};

const madeOf = ({ settled, open }: Totals) => settled + open;

const mostFirst = <Line extends Totals>(lines: readonly Line[]): Line[] =>
  lines.filter((line) => madeOf(line) > 0).toSorted((a, b) => madeOf(b) - madeOf(a));

const stakesOf = (profile: BettingProfile): BettingProfileResponse["stakes"] => {
  const { settled, staked, smallestStake, largestStake } = profile;
  if (smallestStake === null || largestStake === null) return null;
  return { smallest: smallestStake, average: toCents(staked / settled), largest: largestStake };
};

/** A betting profile as the API answers it, favourites first. */
export const toProfileAnswer = ({
  profile,
  open,
}: {
  profile: BettingProfile;
  open: readonly OpenBets[];
}): BettingProfileResponse => {
  const bySport = mostFirst(
    sports.map((sport) => ({
      sport,
      ...withOpen(
        profile.sports[sport],
        open.filter((bets) => bets.sport === sport),
      ),
    })),
  );
  const byRisk = mostFirst(
    riskLevels.map((riskLevel) => ({
      riskLevel,
      ...withOpen(
        profile.risks[riskLevel],
        open.filter((bets) => bets.riskLevel === riskLevel),
      ),
    })),
  );
  return {
    totals: withOpen(profile, open),
    return: mean(profile.profit, profile.staked),
    favouriteSport: bySport[0]?.sport ?? null,
    favouriteRisk: byRisk[0]?.riskLevel ?? null,
    sports: bySport,
    risks: byRisk,
    stakes: stakesOf(profile),
  };
};
