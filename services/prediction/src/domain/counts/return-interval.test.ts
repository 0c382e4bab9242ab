import { describe, expect, it } from "vitest";
import { returnIntervalOf, studentQuantile } from "./return-interval.ts";

describe("the interval of a return", () => {
  it("matches a worked example with four clusters", () => {
    const clusters = [
      { bets: 10, profit: 1 },
      { bets: 20, profit: -2 },
      { bets: 10, profit: -3 },
      { bets: 40, profit: 0 },
    ];
    // r = −4/80 = −0.05; residuals 1.5, −1, −2.5, 2; Σ² = 13.5; se = √(4/3 · 13.5)/80 = 0.0530330; t(3) = 3.182.
    const interval = returnIntervalOf(clusters);
    expect(interval).toMatchObject({ clusters: 4 });
    expect(interval?.low).toBeCloseTo(-0.05 - 3.182 * 0.053033, 2);
    expect(interval?.high).toBeCloseTo(-0.05 + 3.182 * 0.053033, 2);
  });

  it("is as wide as for independent bets when every cluster is one bet", () => {
    const bets = Array.from({ length: 400 }, (_, at) => ({ bets: 1, profit: at % 2 ? 1 : -1 }));
    const { low, high } = returnIntervalOf(bets)!;
    expect(high).toBeCloseTo((1.966 * Math.sqrt(400 / 399)) / 20, 3);
    expect(low).toBeCloseTo(-high, 6);
  });

  it("is wider when the same bets win and lose together", () => {
    const together = Array.from({ length: 40 }, (_, at) => ({
      bets: 10,
      profit: at % 2 ? 10 : -10,
    }));
    expect(returnIntervalOf(together)!.high).toBeGreaterThan(0.3);
  });

  it("is null with fewer than four clusters and never below a lost stake", () => {
    const lost = { bets: 5, profit: -5 };
    expect(returnIntervalOf([lost, lost, lost, { bets: 0, profit: 0 }])).toBeNull();
    const rare = [lost, lost, lost, { bets: 5, profit: 40 }];
    expect(returnIntervalOf(rare)!.low).toBe(-1);
  });

  // Tables of Student's distribution, as in Abramowitz and Stegun, table 26.10.
  it.each([
    [3, 3.1824],
    [5, 2.5706],
    [10, 2.2281],
    [30, 2.0423],
    [120, 1.9799],
  ])("has Student's quantile for %d degrees of freedom", (freedom, expected) => {
    expect(Math.abs(studentQuantile(freedom) / expected - 1)).toBeLessThan(0.01);
  });
});
