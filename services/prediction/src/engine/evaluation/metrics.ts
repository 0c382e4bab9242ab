import { bandIndex, calibrationOf, type Calibration, type Call } from "./calibration.ts";
import { chanceOf, lossOf } from "./loss.ts";
import { minimise } from "../training/minimize.ts";
import { logistic, logit } from "../ratings/rating.ts";
import type { Band, Probabilities } from "../types.ts";

/** One prediction and the home side's share of the result (null = void). */
export type Scored = { opinion: Probabilities; score: number | null };

/** How good and how calibrated a set of predictions is. */
export type Metrics = {
  n: number;
  logLoss: number;
  /** Mean squared error summed over outcomes, halved for two-way games. */
  brier: number;
  /** Share of games whose likeliest outcome happened. */
  accuracy: number;
  /** Logistic regression of each outcome on its predicted logit, home only when two-way; 1 and 0 are perfect. */
  slope: number;
  intercept: number;
  /** Of all outcomes that are offered: a bet may be on either side, and on the draw where there is one. */
  calibration: Calibration;
  /** Of the home side's chances alone. */
  homeCalibration: Calibration;
};

const homeOf = ({ opinion, score }: Scored): Call => ({ p: opinion.home, happened: score === 1 });

/** The outcomes of a game that can be bet on. */
const offeredOf = (row: Scored): Call[] => {
  const { opinion, score } = row;
  const draw = opinion.draw === null ? [] : [{ p: opinion.draw, happened: score === 0.5 }];
  return [homeOf(row), ...draw, { p: opinion.away, happened: score === 0 }];
};

/** The outcomes of a game that tell something of their own: one of two says all of the other. */
const callsOf = (row: Scored): Call[] =>
  row.opinion.draw === null ? [homeOf(row)] : offeredOf(row);

const counts = ({ opinion, score }: Scored): boolean => chanceOf(opinion, score) !== null;

const sum = (values: readonly number[]): number => values.reduce((total, x) => total + x, 0);

/** Scores predictions; games whose moneyline was void are left out. */
export const metricsOf = (predictions: readonly Scored[]): Metrics => {
  const rows = predictions.filter(counts);
  const calls = rows.flatMap(callsOf);
  const n = rows.length;
  const squares = calls.map(({ p, happened }) => (p - (happened ? 1 : 0)) ** 2);
  const right = rows.filter(({ opinion, score }) => {
    const best = Math.max(opinion.home, opinion.draw ?? 0, opinion.away);
    return chanceOf(opinion, score) === best;
  });
  return {
    n,
    logLoss: sum(rows.map(({ opinion, score }) => lossOf(opinion, score) ?? 0)) / n,
    brier: sum(squares) / n,
    accuracy: right.length / n,
    ...regressionOf(calls),
    calibration: calibrationOf(rows.map(offeredOf)),
    homeCalibration: calibrationOf(rows.map((row) => [homeOf(row)])),
  };
};

const regressionOf = (calls: readonly Call[]): { slope: number; intercept: number } => {
  const points = calls.map(({ p, happened }) => ({
    x: logit(Math.min(1 - 1e-9, Math.max(1e-9, p))),
    happened,
  }));
  const [slope = 1, intercept = 0] = minimise(
    ([b = 1, a = 0]) =>
      sum(
        points.map(({ x, happened }) => {
          const p = logistic(a + b * x);
          return -Math.log(Math.max(happened ? p : 1 - p, 1e-9));
        }),
      ) / points.length,
    [
      { start: 1, step: 0.1, low: 0, high: 5 },
      { start: 0, step: 0.05, low: -3, high: 3 },
    ],
    120,
  );
  return { slope, intercept };
};

const bandWidth = 0.05;

/** Predicted and observed outcomes by bands of five points, all that are offered. */
export const bandsOf = (predictions: readonly Scored[]): Band[] => {
  const calls = predictions.filter(counts).flatMap(offeredOf);
  return Array.from({ length: Math.round(1 / bandWidth) }, (_, i) => {
    const inside = calls.filter(({ p }) => bandIndex(p, bandWidth) === i);
    return {
      from: Number((i * bandWidth).toFixed(2)),
      to: Number(((i + 1) * bandWidth).toFixed(2)),
      n: inside.length,
      won: inside.filter(({ happened }) => happened).length,
    };
  });
};

/** Mean difference in log loss of two opinions on the same games, with its paired standard error. */
export type Comparison = { n: number; difference: number; standardError: number };

/** Compares two opinions game by game: negative means the first is better. */
export const compare = (
  rows: readonly { first: Probabilities; second: Probabilities; score: number | null }[],
): Comparison => {
  const differences = rows.flatMap(({ first, second, score }) => {
    const [one, other] = [lossOf(first, score), lossOf(second, score)];
    return one === null || other === null ? [] : [one - other];
  });
  const n = differences.length;
  const difference = sum(differences) / n;
  const variance = sum(differences.map((d) => (d - difference) ** 2)) / (n - 1);
  return { n, difference, standardError: Math.sqrt(variance / n) };
};
