import { describe, expect, it } from "vitest";
import { bandsOf, compare, metricsOf } from "./metrics.ts";

const twoWay = (home: number) => ({ home, draw: null, away: 1 - home });

/** `n` games given `p`, of which `won` were won by the home side. */
const games = (p: number, n: number, won: number) =>
  Array.from({ length: n }, (_, i) => ({ opinion: twoWay(p), score: i < won ? 1 : 0 }));

describe("metrics", () => {
  it("gives the textbook values for a coin", () => {
    const { n, logLoss, brier } = metricsOf(games(0.5, 10, 5));
    expect(n).toBe(10);
    expect(logLoss).toBeCloseTo(Math.LN2, 9);
    expect(brier).toBeCloseTo(0.25, 9);
  });

  it("finds slope 1, intercept 0 and no error where outcomes come as predicted", () => {
    const { slope, intercept, calibrationError } = metricsOf([
      ...games(0.2, 100, 20),
      ...games(0.7, 100, 70),
    ]);
    expect(slope).toBeCloseTo(1, 2);
    expect(intercept).toBeCloseTo(0, 2);
    expect(calibrationError).toBeCloseTo(0, 9);
  });

  it("finds a slope below 1 and the size of the error where predictions are too bold", () => {
    const { slope, calibrationError } = metricsOf([...games(0.1, 100, 30), ...games(0.9, 100, 70)]);
    expect(slope).toBeLessThan(0.5);
    expect(calibrationError).toBeCloseTo(0.2, 9);
  });

  it("leaves out a two-way draw and a no contest instead of counting losses", () => {
    const certain = { opinion: twoWay(0.99), score: 0.5 };
    const stopped = { opinion: twoWay(0.99), score: null };
    expect(metricsOf([...games(0.5, 4, 2), certain, stopped]).n).toBe(4);
  });

  it("tells how much calibration error chance alone makes", () => {
    const { chanceError, chanceCeiling, sidesError } = metricsOf([
      ...games(0.35, 100, 35),
      ...games(0.62, 400, 256),
    ]);
    // Two normals' absolute values: of 100 and of 400 outcomes with their own variance; the ceiling by simulation.
    expect(chanceError).toBeCloseTo(0.023, 3);
    expect(Math.abs(chanceCeiling - 0.047)).toBeLessThan(0.003);
    // The sides of 35 % and 38 % share a band, in which the misses of both add up.
    expect(sidesError).toBeCloseTo(0.016, 9);
  });

  it("counts both sides of a game in its bands", () => {
    const bands = bandsOf(games(0.62, 10, 7));
    expect(bands.filter(({ n }) => n > 0)).toEqual([
      { from: 0.35, to: 0.4, n: 10, won: 3 },
      { from: 0.6, to: 0.65, n: 10, won: 7 },
    ]);
  });

  it("compares opinions game by game with a paired standard error", () => {
    const rows = [0.6, 0.7].map((p) => ({ first: twoWay(p), second: twoWay(0.5), score: 1 }));
    const { n, difference, standardError } = compare(rows);
    const [a, b] = [Math.log(0.5 / 0.6), Math.log(0.5 / 0.7)];
    expect(n).toBe(2);
    expect(difference).toBeCloseTo((a + b) / 2, 9);
    expect(standardError).toBeCloseTo(Math.abs(a - b) / 2, 9);
  });
});
