import type { Band } from "../../domain/prediction.ts";
import { logit, sum } from "../../domain/math.ts";
import { clamp } from "../math.ts";
import type { Comparison, Metrics } from "../model.ts";
import { fitLogistic } from "../training/logistic.ts";
import type { Probabilities } from "../types.ts";
import { binOf, calibrationOf, type Call } from "./calibration.ts";

/** A forecast and the home team's share of the result (1, ½, 0; null = void). */
export type Scored = { forecast: Probabilities; homeResult: number | null };

/** Smallest probability in a log loss, so that one upset cannot be infinite. */
const floor = 1e-6;
const bandWidth = 0.05;
/** Keeps the regression solvable when all predictions are equal. */
const leastRidge = 1e-6;

/** Log loss of a forecast; null when the moneyline was void (two-way draw, no contest). */
export function lossOf(forecast: Probabilities, homeResult: number | null): number | null {
  const p = probabilityOf(forecast, homeResult);
  return p === null ? null : -Math.log(Math.max(p, floor));
}

/** Scores forecasts; games with a void moneyline are left out. */
export function metricsOf(forecasts: readonly Scored[]): Metrics {
  const rows = forecasts.filter(counts);
  const calls = rows.flatMap(independentCalls);
  const n = rows.length;
  const right = rows.filter(({ forecast, homeResult }) => {
    const best = Math.max(forecast.home, forecast.draw ?? 0, forecast.away);
    return probabilityOf(forecast, homeResult) === best;
  });
  return {
    n,
    logLoss: sum(rows.map(({ forecast, homeResult }) => lossOf(forecast, homeResult) ?? 0)) / n,
    brier: sum(calls.map(({ p, happened }) => (p - (happened ? 1 : 0)) ** 2)) / n,
    accuracy: right.length / n,
    ...regressionOf(calls),
    calibration: calibrationOf(rows.map(offeredCalls)),
    homeCalibration: calibrationOf(rows.map((row) => [homeCall(row)])),
  };
}

/** Predicted and observed outcomes in bands of five points, over all outcomes on offer. */
export function bandsOf(forecasts: readonly Scored[]): Band[] {
  const calls = forecasts.filter(counts).flatMap(offeredCalls);
  return Array.from({ length: Math.round(1 / bandWidth) }, (_, i) => {
    const inside = calls.filter(({ p }) => binOf(p, bandWidth) === i);
    return {
      from: Number((i * bandWidth).toFixed(2)),
      to: Number(((i + 1) * bandWidth).toFixed(2)),
      n: inside.length,
      won: inside.filter(({ happened }) => happened).length,
    };
  });
}

/** Compares the log loss of two forecasts game by game; negative when the first is better. */
export function compare(
  rows: readonly { first: Probabilities; second: Probabilities; homeResult: number | null }[],
): Comparison {
  const differences = rows.flatMap(({ first, second, homeResult }) => {
    const [one, other] = [lossOf(first, homeResult), lossOf(second, homeResult)];
    return one === null || other === null ? [] : [one - other];
  });
  const n = differences.length;
  const difference = sum(differences) / n;
  const variance = sum(differences.map((d) => (d - difference) ** 2)) / (n - 1);
  return { n, difference, standardError: Math.sqrt(variance / n) };
}

const counts = ({ forecast, homeResult }: Scored): boolean =>
  probabilityOf(forecast, homeResult) !== null;

/** Probability of what happened; null when the moneyline was void. */
function probabilityOf(
  { home, draw, away }: Probabilities,
  homeResult: number | null,
): number | null {
  if (homeResult === null) return null;
  if (homeResult === 0.5) return draw;
  return homeResult === 1 ? home : away;
}

const homeCall = ({ forecast, homeResult }: Scored): Call => ({
  p: forecast.home,
  happened: homeResult === 1,
});

/** The outcomes of a game that can be bet on. */
function offeredCalls(row: Scored): Call[] {
  const { forecast, homeResult } = row;
  const draw = forecast.draw === null ? [] : [{ p: forecast.draw, happened: homeResult === 0.5 }];
  return [homeCall(row), ...draw, { p: forecast.away, happened: homeResult === 0 }];
}

/** The outcomes of a game that carry information of their own: one of two implies the other. */
const independentCalls = (row: Scored): Call[] =>
  row.forecast.draw === null ? [homeCall(row)] : offeredCalls(row);

/** Slope and intercept of a logistic regression of outcomes on predicted logits (Cox 1958). */
function regressionOf(calls: readonly Call[]): { slope: number; intercept: number } {
  const rows = calls.map(({ p, happened }) => ({ features: [logit(clamp(p, 1e-9)), 1], happened }));
  const [slope = 1, intercept = 0] = fitLogistic(rows, leastRidge).coefficients;
  return { slope, intercept };
}
