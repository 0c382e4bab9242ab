import type { Band, PredictionSummary } from "../prediction.ts";
import type { RiskLevel } from "../risk.ts";
import { scoreOf, type Score } from "./score.ts";
import type { SlateKind } from "../slate.ts";
import type { Sport } from "../sport.ts";
import { weekOf } from "../dates.ts";
import { addMicro, toMicro } from "../math.ts";

/** Predictions with a probability from `from` (included) to `to`: number, won, and expected to win. */
export type PerformanceBand = Band & { expected: number };

const sums = [
  "n",
  "won",
  "pushed",
  "voided",
  "expected",
  "logLoss",
  "brier",
  "marketLogLoss",
  "marketBrier",
  "profit",
  // Predictions with known closing prices, and the sum of their values at these.
  "closingN",
  "closingValue",
  // The legs' games with one unit each on the favorite.
  "favoriteN",
  "favoriteWon",
  "favoriteProfit",
] as const;
type Sums = Record<(typeof sums)[number], number>;

/** Sums over settled predictions; `n` counts those won or lost. Money is per unit staked. */
export type Performance = Sums & { bands: PerformanceBand[] };

/** Where a prediction counts: slate, sport, risk, and the week in which its last game began. */
export type PerformanceCell = {
  kind: SlateKind;
  label: string;
  sport: Sport;
  riskLevel: RiskLevel;
  week: string;
};

/** Edges of the bands: narrow where parlays lie. */
const edges = [0, 0.025, 0.05, 0.075, ...Array.from({ length: 19 }, (_, at) => (at + 2) / 20)];

const sumsOf = (valueOf: (name: keyof Sums) => number) =>
  Object.fromEntries(sums.map((name) => [name, valueOf(name)])) as Sums;

export const noPerformance: Performance = { ...sumsOf(() => 0), bands: [] };

/** The slate's name in the track record; the label of a live slate changes with the age of its prices. */
export const trackRecordLabel = ({ kind, label }: { kind: SlateKind; label: string }): string =>
  kind === "live" ? "Live slate" : label;

export const cellOf = ({ slate, sport, riskLevel, legs }: PredictionSummary): PerformanceCell => ({
  kind: slate.kind,
  label: trackRecordLabel(slate),
  sport,
  riskLevel,
  week: weekOf(new Date(Math.max(...legs.map(({ startsAt }) => startsAt.getTime())))),
});

export const cellKey = ({ kind, label, sport, riskLevel, week }: PerformanceCell): string =>
  [kind, label, sport, riskLevel, week].join("|");

/** The empty band around a probability. */
export function bandAt(probability: number): Band {
  const above = edges.findIndex((edge) => probability < edge);
  const at = above === -1 ? edges.length - 1 : above;
  return { from: edges[at - 1] ?? 0, to: edges[at] ?? 1, n: 0, won: 0 };
}

/** Two performances as one; does not depend on their order. */
export const mergePerformance = (a: Performance, b: Performance): Performance => ({
  ...sumsOf((name) => addMicro(a[name], b[name])),
  bands: mergeBands([...a.bands, ...b.bands]),
});

/** A performance with one more prediction; an open one changes nothing. */
export function addPrediction(sum: Performance, prediction: PredictionSummary): Performance {
  const score = scoreOf(prediction);
  return score ? mergePerformance(sum, performanceOf(score)) : sum;
}

const mergeBands = (bands: readonly PerformanceBand[]): PerformanceBand[] =>
  [...Map.groupBy(bands, ({ from }) => from).values()]
    .map((same) =>
      same.reduce((sum, { n, won, expected }) => ({
        ...sum,
        n: sum.n + n,
        won: sum.won + won,
        expected: addMicro(sum.expected, expected),
      })),
    )
    .toSorted((a, b) => a.from - b.from);

function performanceOf(score: Score): Performance {
  const { outcome, probability: p, marketProbability: market, closingValue, favorites } = score;
  if (outcome === "push") return { ...noPerformance, pushed: 1 };
  if (outcome === "void") return { ...noPerformance, voided: 1 };
  const isWon = outcome === "won";
  const won = isWon ? 1 : 0;
  return {
    ...noPerformance,
    n: 1,
    won,
    expected: p,
    logLoss: logLossOf(p, isWon),
    brier: brierOf(p, isWon),
    marketLogLoss: logLossOf(market, isWon),
    marketBrier: brierOf(market, isWon),
    profit: score.profit,
    closingN: closingValue === null ? 0 : 1,
    closingValue: closingValue ?? 0,
    favoriteN: favorites.length,
    favoriteWon: favorites.filter((favorite) => favorite.won).length,
    favoriteProfit: favorites.reduce((sum, { profit }) => addMicro(sum, profit), 0),
    bands: [{ ...bandAt(p), n: 1, won, expected: toMicro(p) }],
  };
}

const logLossOf = (p: number, won: boolean) =>
  -Math.log(Math.max(1e-9, Math.min(1, won ? p : 1 - p)));

const brierOf = (p: number, won: boolean) => (p - (won ? 1 : 0)) ** 2;
