import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { diversify } from "./diversify.ts";

const bet = (edge: number, ...legs: string[]) => ({ edge, legs });

describe("diversify", () => {
  it("begins with the best and prefers a fresh bet to a slightly better repeat", () => {
    const bets = [bet(0.05, "a", "b"), bet(0.045, "a", "c"), bet(0.03, "d", "e")];
    expect(diversify(bets)).toEqual([bets[0], bets[2], bets[1]]);
  });

  it("returns to a leg that is much better than the rest", () => {
    const bets = [bet(0.3, "a", "b"), bet(0.2, "a", "c"), bet(0.03, "d", "e")];
    expect(diversify(bets)).toEqual(bets);
  });

  it("loses no bet and doubles none while there are not too many", () => {
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
