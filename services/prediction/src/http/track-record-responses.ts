import type {
  BettingProfileResponse,
  PerformanceAnswer,
  SettledPick,
  SlateRecordAnswer,
} from "@orbline/proto/http/prediction/track-record";
import { noTotals, type BettingProfile, type BetTotals } from "../domain/counts/betting-profile.ts";
import { sum, toCents, toMicro } from "../domain/math.ts";
import type { Performance } from "../domain/counts/performance.ts";
import type { PredictionSummary } from "../domain/prediction.ts";
import { riskLevels } from "../domain/risk.ts";
import { sports } from "../domain/sport.ts";
import type { SlateTrackRecord } from "../domain/counts/track-record.ts";
import type { OpenPredictions } from "../use-cases/ports.ts";

/** Weeks that a chart can show. */
const shownWeeks = 26;

export function toTrackRecordResponse(record: SlateTrackRecord): SlateRecordAnswer {
  return {
    slate: { kind: record.kind, label: record.label },
    total: toPerformanceResponse(record.total),
    returnInterval: record.interval,
    risks: record.risks.map(({ riskLevel, performance, interval }) => ({
      riskLevel,
      ...toPerformanceResponse(performance),
      returnInterval: interval,
    })),
    combinations: record.combinations.map(({ sport, riskLevel, ...sums }) => ({
      sport,
      riskLevel,
      ...toPerformanceResponse(sums),
    })),
    weeks: record.weeks.slice(-shownWeeks).map(({ week, performance: sums }) => ({
      week,
      n: sums.n,
      won: sums.won,
      expected: sums.expected,
      return: mean(sums.profit, sums.n + sums.pushed),
    })),
  };
}

/** A settled prediction as the public record log discloses it: without its user and the stake. */
export function toSettledPick(prediction: PredictionSummary): SettledPick {
  const { sport, riskLevel, odds, probability, outcome, settledAt, slate, legs } = prediction;
  return {
    slate: { kind: slate.kind, label: slate.label },
    sport,
    riskLevel,
    odds,
    probability,
    outcome,
    settledAt: (settledAt ?? prediction.createdAt).toISOString(),
    legs: legs.map(({ betOn, opponent, betType, odds: legOdds }) => ({
      betOn,
      opponent,
      betType,
      odds: legOdds,
    })),
  };
}

/** Sums as means per prediction; null where there is nothing to divide by. */
function toPerformanceResponse(sums: Performance): PerformanceAnswer {
  const { n, won, pushed, voided, expected, bands } = sums;
  const { closingN, favoriteN, favoriteWon } = sums;
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
    alwaysFavorite:
      favoriteN === 0
        ? null
        : { n: favoriteN, won: favoriteWon, return: toMicro(sums.favoriteProfit / favoriteN) },
    bands,
  };
}

const mean = (total: number, n: number): number | null => (n === 0 ? null : toMicro(total / n));

const scoresOf = (n: number, logLoss: number, brier: number): PerformanceAnswer["scores"] =>
  n === 0 ? null : { logLoss: toMicro(logLoss / n), brier: toMicro(brier / n) };

/** A betting profile, most frequent sport and risk first. At a tie there is no favorite. */
export function toProfileResponse(
  profile: BettingProfile,
  open: readonly OpenPredictions[],
): BettingProfileResponse {
  const bySport = mostFirst(
    sports.map((sport) => ({
      sport,
      ...toTotals(
        profile.sports[sport],
        open.filter((one) => one.sport === sport),
      ),
    })),
  );
  const byRisk = mostFirst(
    riskLevels.map((riskLevel) => ({
      riskLevel,
      ...toTotals(
        profile.risks[riskLevel],
        open.filter((one) => one.riskLevel === riskLevel),
      ),
    })),
  );
  return {
    totals: toTotals(profile, open),
    return: mean(profile.profit, profile.staked),
    favoriteSport: leaderOf(bySport)?.sport ?? null,
    favoriteRisk: leaderOf(byRisk)?.riskLevel ?? null,
    sports: bySport,
    risks: byRisk,
    stakes: toStakes(profile),
  };
}

type Totals = BettingProfileResponse["totals"];

function toTotals(totals: BetTotals = noTotals, open: readonly OpenPredictions[]): Totals {
  const { settled, won, lost, staked, returned, profit } = totals;
  return { settled, won, lost, staked, returned, profit, open: sum(open.map((one) => one.open)) };
}

const madeOf = ({ settled, open }: Totals) => settled + open;

function mostFirst<Line extends Totals>(lines: readonly Line[]): Line[] {
  return lines.filter((line) => madeOf(line) > 0).toSorted((a, b) => madeOf(b) - madeOf(a));
}

/** The first of the sorted lines, unless the next one has as many predictions. */
function leaderOf<Line extends Totals>([first, second]: readonly Line[]): Line | undefined {
  return first && second && madeOf(first) === madeOf(second) ? undefined : first;
}

function toStakes(profile: BettingProfile): BettingProfileResponse["stakes"] {
  const { settled, staked, smallestStake, largestStake } = profile;
  if (smallestStake === null || largestStake === null) return null;
  return { smallest: smallestStake, average: toCents(staked / settled), largest: largestStake };
}
