import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { diversify } from "./diversify.ts";

const bet = (edge: number, ...legs: string[]) => ({ edge, legs });

describe("diversify", () => {
  it("starts with the best pick and prefers new legs to slightly better repeated ones", () => {
    const bets = [bet(0.05, "a", "b"), bet(0.045, "a", "c"), bet(0.03, "d", "e")];
    expect(diversify(bets)).toEqual([bets[0], bets[2], bets[1]]);
  });

  it("returns to a leg that is much better than the rest", () => {
    const bets = [bet(0.3, "a", "b"), bet(0.2, "a", "c"), bet(0.03, "d", "e")];
    expect(diversify(bets)).toEqual(bets);
  });

  it("keeps every pick exactly once below the limit", () => {
    const bets = fc.array(
      fc.record({
        edge: fc.double({ min: -0.2, max: 0.2, noNaN: true }),
        legs: fc.uniqueArray(fc.constantFrom("a", "b", "c", "d", "e"), { minLength: 1 }),
      }),
      { maxLength: 100 },
    );
    fc.assert(
      fc.property(bets, (all) => {
        const ordered = diversify(all);
        expect(ordered).toHaveLength(all.length);
        expect(new Set(ordered)).toEqual(new Set(all));
      }),
    );
  });
});
