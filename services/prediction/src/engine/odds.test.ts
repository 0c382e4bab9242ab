import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { americanToDecimal } from "../domain/odds.ts";
import { addMargin, devig } from "./odds.ts";

const american = fc.oneof(
  fc.integer({ min: 100, max: 20_000 }),
  fc.integer({ min: -20_000, max: -101 }),
);

describe("odds", () => {
  it("become fair probabilities that sum to one in the order of the prices", () => {
    fc.assert(
      fc.property(fc.array(american, { minLength: 2, maxLength: 4 }), (prices) => {
        const fair = devig(prices);
        expect(fair.reduce((sum, p) => sum + p, 0)).toBeCloseTo(1, 9);
        const byPrice = prices.map((price, i) => ({
          implied: 1 / americanToDecimal(price),
          p: fair[i] ?? -1,
        }));
        const sorted = byPrice.toSorted((a, b) => a.implied - b.implied);
        for (const [i, { p }] of sorted.entries()) {
          expect(p).toBeGreaterThanOrEqual((sorted[i - 1]?.p ?? 0) - 1e-12);
        }
      }),
    );
  });

  it("lose more margin on a long shot than on a favorite, and the same on near-even prices", () => {
    const [favorite = 0, longShot = 0] = devig([-500, 350]);
    expect(longShot * americanToDecimal(350)).toBeLessThan(favorite * americanToDecimal(-500));
    expect(devig([-110, -110])).toEqual([0.5, 0.5]);
  });

  it.each([[[0.55, 0.27, 0.18]], [[0.8, 0.2]], [[0.52, 0.48]]])(
    "lose the margin that was added to %j",
    (fair) => {
      const implied = addMargin(fair, 0.05);
      expect(implied.reduce((sum, p) => sum + p, 0)).toBeCloseTo(1.05, 9);
      const prices = implied.map((p) => (p > 0.5 ? (-100 * p) / (1 - p) : (100 * (1 - p)) / p));
      for (const [i, p] of devig(prices).entries()) expect(p).toBeCloseTo(fair[i] ?? 0, 6);
    },
  );
});
