import type { Band, PredictionSummary } from "./prediction.ts";
import type { RiskLevel } from "./risk.ts";
import { scoreOf, type Score } from "./score.ts";
import type { SlateKind } from "./slate.ts";
import type { Sport } from "./sport.ts";
import { weekOf } from "./dates.ts";
import { addMicro } from "./math.ts";

/** Predictions with a probability from `from` (included) to `to`: number, won, and expected to win. */
export type PerformanceBand = Band & { expected: number };

/** Sums over settled predictions; `n` counts those won or lost. Money is per unit staked. */
export type Performance = {
  n: number;
  won: number;
  pushed: number;
  voided: number;
  expected: number;
  logLoss: number;
  brier: number;
  marketLogLoss: number;
  marketBrier: number;
  profit: number;
  /** Predictions with known closing prices, and the sum of their values at these. */
  closingN: number;
  closingValue: number;
  /** The legs' games with one unit each on the favorite. */
  favoriteN: number;
  favoriteWon: number;
  favoriteProfit: number;
  bands: PerformanceBand[];
};

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

export const noPerformance: Performance = {
  n: 0,
  won: 0,
  pushed: 0,
  voided: 0,
  expected: 0,
  logLoss: 0,
  brier: 0,
  marketLogLoss: 0,
  marketBrier: 0,
  profit: 0,
  closingN: 0,
  closingValue: 0,
  favoriteN: 0,
  favoriteWon: 0,
  favoriteProfit: 0,
  bands: [],
};

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
  n: a.n + b.n,
  won: a.won + b.won,
  pushed: a.pushed + b.pushed,
  voided: a.voided + b.voided,
  expected: addMicro(a.expected, b.expected),
  logLoss: addMicro(a.logLoss, b.logLoss),
  brier: addMicro(a.brier, b.brier),
  marketLogLoss: addMicro(a.marketLogLoss, b.marketLogLoss),
  marketBrier: addMicro(a.marketBrier, b.marketBrier),
  profit: addMicro(a.profit, b.profit),
  closingN: a.closingN + b.closingN,
  closingValue: addMicro(a.closingValue, b.closingValue),
  favoriteN: a.favoriteN + b.favoriteN,
  favoriteWon: a.favoriteWon + b.favoriteWon,
  favoriteProfit: addMicro(a.favoriteProfit, b.favoriteProfit),
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
  const { outcome, probability: p, marketProbability: market } = score;
  if (outcome === "push") return { ...noPerformance, pushed: 1 };
  if (outcome === "void") return { ...noPerformance, voided: 1 };
  const isWon = outcome === "won";
  const won = isWon ? 1 : 0;
  return {
    ...noPerformance,
    ...moneyOf(score),
    n: 1,
    won,
    expected: addMicro(0, p),
    logLoss: addMicro(0, logLossOf(p, isWon)),
    brier: addMicro(0, brierOf(p, isWon)),
    marketLogLoss: addMicro(0, logLossOf(market, isWon)),
    marketBrier: addMicro(0, brierOf(market, isWon)),
    bands: [{ ...bandAt(p), n: 1, won, expected: addMicro(0, p) }],
  };
}

const moneyOf = ({ profit, closingValue, favorites }: Score): Partial<Performance> => ({
  profit: addMicro(0, profit),
  closingN: closingValue === null ? 0 : 1,
  closingValue: addMicro(0, closingValue ?? 0),
  favoriteN: favorites.length,
  favoriteWon: favorites.filter(({ won }) => won).length,
  favoriteProfit: favorites.reduce((sum, one) => addMicro(sum, one.profit), 0),
});

const logLossOf = (p: number, won: boolean) =>
  -Math.log(Math.max(1e-9, Math.min(1, won ? p : 1 - p)));

const brierOf = (p: number, won: boolean) => (p - (won ? 1 : 0)) ** 2;
