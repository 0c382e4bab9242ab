import { expect, it } from "vitest";
import {
  calibrationDrift,
  calibrationError,
  calibrationPoints,
  summarize,
  wilson,
} from "./performance.ts";

it("sums counts and weights returns by the number of bets", () => {
  const line = (n: number, won: number, pushed: number, profit: number) => ({
    n,
    won,
    pushed,
    expected: n / 2,
    return: profit,
  });
  expect(summarize([line(10, 4, 0, -0.2), line(20, 11, 10, 0.1)])).toEqual({
    n: 30,
    won: 0.5,
    said: 0.5,
    return: (10 * -0.2 + 30 * 0.1) / 40,
  });
});

it("returns null shares without predictions", () => {
  expect(summarize([])).toEqual({ n: 0, won: null, said: null, return: null });
  expect(calibrationError([])).toBeNull();
});

it("merges bands to tenths and leaves out empty ones", () => {
  const points = calibrationPoints([
    { from: 0.2, to: 0.25, n: 30, won: 6, expected: 6.6 },
    { from: 0.25, to: 0.3, n: 10, won: 4, expected: 2.8 },
    { from: 0.3, to: 0.35, n: 0, won: 0, expected: 0 },
    { from: 0.95, to: 1, n: 4, won: 4 },
  ]);
  expect(points.map(({ from, to, n }) => [from, to, n])).toEqual([
    [0.2, 0.3, 40],
    [0.9, 1, 4],
  ]);
  expect(points[0]).toMatchObject({ won: 0.25, said: (6.6 + 2.8) / 40 });
  expect(points[1]).toMatchObject({ said: 0.975, won: 1, high: 1 });
});

it("computes the calibration error as the weighted mean distance", () => {
  const error = calibrationError([
    { from: 0.2, to: 0.3, n: 30, won: 6, expected: 7.5 },
    { from: 0.5, to: 0.6, n: 10, won: 6, expected: 5.5 },
  ]);
  expect(error).toBeCloseTo((1.5 + 0.5) / 40);
});

it("computes Wilson's score interval", () => {
  const { low, high } = wilson(5, 20);
  expect(low).toBeCloseTo(0.1119, 4);
  expect(high).toBeCloseTo(0.4687, 4);
  expect(wilson(0, 3).low).toBe(0);
});

it("finds a drift where the predicted share of four weeks is outside the interval of the actual one", () => {
  const week = (n: number, won: number, expected: number) => ({ n, won, expected });
  const old = week(900, 0, 900);
  const drift = calibrationDrift([old, ...Array.from({ length: 4 }, () => week(100, 20, 40))]);
  expect(drift).toMatchObject({ n: 400, said: 0.4, won: 0.2, isDrifting: true });
  expect(drift?.gap).toBeCloseTo(-0.2);
  // 22.3% won of 25.6% predicted: the gap is that of the figures as they are shown.
  expect(calibrationDrift([week(10_000, 2_234, 2_556)])?.gap).toBeCloseTo(-0.033, 6);
  expect(calibrationDrift([week(10, 3, 4)])?.isDrifting).toBe(false);
  expect(calibrationDrift([])).toBeNull();
});
