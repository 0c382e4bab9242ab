import { sum } from "../../domain/math.ts";
import type { Calibration } from "../model.ts";

export type Call = { p: number; happened: boolean };

const width = 0.1;
const bins = Array.from({ length: Math.round(1 / width) }, (_, bin) => bin);
/** Normal quantile of .95. */
const nineteenOfTwenty = 1.645;

/** Index of a probability among bins of equal width. */
export const binOf = (p: number, binWidth: number): number =>
  Math.min(Math.round(1 / binWidth) - 1, Math.floor(p / binWidth + 1e-9));

/**
 * Expected calibration error (Naeini, Cooper and Hauskrecht 2015) of calls that are grouped by their game, of which at
 * most one happens, and the error of perfectly calibrated forecasts. For those a bin's miss is approximately normal,
 * and the misses of two bins covary through games with a call in both: a two-way game misses equally on both sides.
 */
export function calibrationOf(games: readonly (readonly Call[])[]): Calibration {
  const calls = games.flat();
  const misses = bins.map((bin) =>
    Math.abs(sum(inBin(calls, bin).map(({ p, happened }) => p - (happened ? 1 : 0)))),
  );
  const predicted = games.map((game) => bins.map((bin) => sum(inBin(game, bin).map(({ p }) => p))));
  const covariance = (one: number, other: number): number =>
    sum(predicted.map((row) => (row[one] ?? 0) * ((one === other ? 1 : 0) - (row[other] ?? 0))));
  const variances = bins.map((bin) => covariance(bin, bin));
  const mean = sum(variances.map((variance) => Math.sqrt((2 / Math.PI) * variance)));
  const spread = sum(
    bins.flatMap((one) =>
      bins.map((other) =>
        absoluteCovariance(variances[one] ?? 0, variances[other] ?? 0, covariance(one, other)),
      ),
    ),
  );
  return {
    error: sum(misses) / calls.length,
    chance: mean / calls.length,
    ceiling: (mean + nineteenOfTwenty * Math.sqrt(spread)) / calls.length,
  };
}

const inBin = (calls: readonly Call[], bin: number): Call[] =>
  calls.filter(({ p }) => binOf(p, width) === bin);

/** Covariance of the absolute values of two centered normals (Nabeya 1951). */
function absoluteCovariance(variance: number, other: number, covariance: number): number {
  const deviations = Math.sqrt(variance * other);
  if (deviations === 0) return 0;
  const r = Math.min(1, Math.max(-1, covariance / deviations));
  return (2 / Math.PI) * deviations * (Math.sqrt(1 - r * r) + r * Math.asin(r) - 1);
}
