import { describe, expect, it } from "vitest";
import { bandsOf, compare, metricsOf } from "./metrics.ts";

const twoWay = (home: number) => ({ home, draw: null, away: 1 - home });

/** `n` games with home probability `p`, of which the home team won `won`. */
const games = (p: number, n: number, won: number) =>
  Array.from({ length: n }, (_, i) => ({ forecast: twoWay(p), homeResult: i < won ? 1 : 0 }));

describe("metrics", () => {
  it("return the textbook values for a coin", () => {
    const { n, logLoss, brier } = metricsOf(games(0.5, 10, 5));
    expect(n).toBe(10);
    expect(logLoss).toBeCloseTo(Math.LN2, 9);
    expect(brier).toBeCloseTo(0.25, 9);
  });

  it("find slope 1, intercept 0 and no error when outcomes come as predicted", () => {
    const { slope, intercept, calibration, homeCalibration } = metricsOf([
      ...games(0.2, 100, 20),
      ...games(0.7, 100, 70),
    ]);
    expect(slope).toBeCloseTo(1, 2);
    expect(intercept).toBeCloseTo(0, 2);
    expect(calibration.error).toBeCloseTo(0, 9);
    expect(homeCalibration.error).toBeCloseTo(0, 9);
  });

  it("find a slope below 1 and the size of the error when predictions are too bold", () => {
    const bold = [...games(0.1, 100, 30), ...games(0.9, 100, 70)];
    const { slope, calibration, homeCalibration } = metricsOf(bold);
    expect(slope).toBeLessThan(0.5);
    expect(calibration.error).toBeCloseTo(0.2, 9);
    expect(homeCalibration.error).toBeCloseTo(0.2, 9);
  });

  it("leave out a two-way draw and a no contest", () => {
    const certain = { forecast: twoWay(0.99), homeResult: 0.5 };
    const stopped = { forecast: twoWay(0.99), homeResult: null };
    expect(metricsOf([...games(0.5, 4, 2), certain, stopped]).n).toBe(4);
  });

  it("count every outcome on offer in the calibration error, and home wins separately", () => {
    const { calibration, homeCalibration } = metricsOf([
      ...games(0.35, 100, 35),
      ...games(0.62, 400, 248),
      ...games(0.65, 100, 50),
    ]);
    // 15 too many at home in one band; the same 15 away losses lie among all outcomes at 30 to 40 %.
    expect(homeCalibration.error).toBeCloseTo(15 / 600, 9);
    expect(calibration.error).toBeCloseTo(30 / 1_200, 9);
    const balanced = metricsOf([...games(0.35, 100, 25), ...games(0.65, 100, 55)]);
    // A bias towards home teams shows in home wins alone.
    expect(balanced.homeCalibration.error).toBeCloseTo(0.1, 9);
    expect(balanced.calibration.error).toBeCloseTo(0, 9);
    const [home, draw, away] = [0.45, 0.25, 0.3];
    const threeWay = [1, 1, 1, 1, 1, 0.5, 0.5, 0, 0, 0].map((homeResult) => ({
      forecast: { home, draw, away },
      homeResult,
    }));
    expect(metricsOf(threeWay).homeCalibration.error).toBeCloseTo(0.05, 9);
    expect(metricsOf(threeWay).calibration.error).toBeCloseTo(0.1 / 3, 9);
  });

  it("count both teams of a game in the bands", () => {
    const bands = bandsOf(games(0.62, 10, 7));
    expect(bands.filter(({ n }) => n > 0)).toEqual([
      { from: 0.35, to: 0.4, n: 10, won: 3 },
      { from: 0.6, to: 0.65, n: 10, won: 7 },
    ]);
  });

  it("compare forecasts game by game with a paired standard error", () => {
    const rows = [0.6, 0.7].map((p) => ({ first: twoWay(p), second: twoWay(0.5), homeResult: 1 }));
    const { n, difference, standardError } = compare(rows);
    const [a, b] = [Math.log(0.5 / 0.6), Math.log(0.5 / 0.7)];
    expect(n).toBe(2);
    expect(difference).toBeCloseTo((a + b) / 2, 9);
    expect(standardError).toBeCloseTo(Math.abs(a - b) / 2, 9);
  });
});
