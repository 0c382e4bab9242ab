import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { normalCdf, normalQuantile } from "../math.ts";
import { coverOf, fitMarginSd, marginOf, winProbabilityOf } from "./spread.ts";

describe("spread", () => {
  it("has a quantile function that inverts the distribution function", () => {
    for (const p of [0.001, 0.02, 0.31, 0.5, 0.77, 0.999]) {
      expect(normalCdf(normalQuantile(p))).toBeCloseTo(p, 6);
    }
  });

  it("returns probabilities that sum to one, push on whole lines only and fall with a harder line", () => {
    const margin = fc.double({ min: -30, max: 30, noNaN: true });
    const half = fc.integer({ min: -60, max: 60 });
    fc.assert(
      fc.property(margin, half, (expected, doubled) => {
        const line = doubled / 2;
        const { cover, push, lose } = coverOf(expected, 13, line);
        expect(cover + push + lose).toBeCloseTo(1, 9);
        expect(push > 1e-9).toBe(Number.isInteger(line) && push > 1e-9);
        expect(coverOf(expected, 13, line - 0.5).cover).toBeLessThanOrEqual(cover + 1e-12);
      }),
    );
    expect(coverOf(3, 13, -3).push).toBeGreaterThan(0.02);
    expect(coverOf(3, 13, -3.5).push).toBe(0);
  });

  it("converts a win probability to a margin and back", () => {
    expect(winProbabilityOf(-marginOf(0.7, 13), 13)).toBeCloseTo(0.7, 6);
    expect(marginOf(0.5, 13)).toBeCloseTo(0, 6);
  });

  it("recovers the standard deviation of the margins", () => {
    const sd = 12.5;
    const rows = Array.from({ length: 4000 }, (_, i) => {
      const z = ((i % 9) - 4) / 4;
      const noise = normalQuantile(((i * 0.618_033_99) % 1) * 0.999 + 0.0005);
      return { home: normalCdf(z), margin: sd * (z + noise) };
    });
    expect(fitMarginSd(rows)).toBeCloseTo(sd, 0);
  });
});
