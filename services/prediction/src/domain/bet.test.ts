import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { profitOf, settleBet, type Outcome } from "./bet.ts";
import {
  decimalToAmerican,
  americanToDecimal,
  hasSoundSum,
  isAmerican,
  parlayOdds,
} from "./odds.ts";

const american = fc.oneof(
  fc.integer({ min: 100, max: 20_000 }),
  fc.integer({ min: -20_000, max: -101 }),
);
const stake = fc.integer({ min: 100, max: 1_000_000 }).map((cents) => cents / 100);
const toCents = (amount: number) => Math.round(amount * 100);

describe("odds conversion", () => {
  it("returns the same American price after a round trip through decimal odds", () => {
    fc.assert(
      fc.property(american, (odds) => {
        expect(decimalToAmerican(americanToDecimal(odds))).toBe(odds);
      }),
    );
  });

  it("writes evens as +100 for -100 and +100", () => {
    expect([americanToDecimal(100), americanToDecimal(-100), decimalToAmerican(2)]).toEqual([
      2, 2, 100,
    ]);
  });

  it.each([0, 99, -99, Number.NaN, Number.POSITIVE_INFINITY])(
    "refuses %d as an American price",
    (odds) => {
      expect(() => americanToDecimal(odds)).toThrow(/not an American price/);
    },
  );

  it.each([
    [-100, true],
    [100, true],
    [-99, false],
    [110.5, false],
    [Number.NaN, false],
    [Number.POSITIVE_INFINITY, false],
  ])("accepts only whole prices of at least 100 either way: %d %s", (odds, expected) => {
    expect(isAmerican(odds)).toBe(expected);
  });

  it.each([
    ["-110 and -110", [-110, -110], true],
    ["three ways", [150, 190, 230], true],
    ["two long shots", [150, 150], false],
    ["two favorites", [-400, -400], false],
  ])(
    "accepts prices of one book whose implied probabilities sum to about 1: %s",
    (_, prices, expected) => {
      expect(hasSoundSum(prices)).toBe(expected);
    },
  );

  it.each([1, 0.5, Number.NaN])("refuses %d as decimal odds", (decimal) => {
    expect(() => decimalToAmerican(decimal)).toThrow(/not decimal odds/);
  });
});

describe("parlay odds", () => {
  const legs = fc.array(
    american.map((odds) => ({ odds })),
    { minLength: 2, maxLength: 6 },
  );

  it("are the product of the legs, rounded once", () => {
    fc.assert(
      fc.property(legs, (all) => {
        const product = all.reduce((total, { odds }) => total * americanToDecimal(odds), 1);
        const exact = product >= 2 ? (product - 1) * 100 : -100 / (product - 1);
        expect(Math.abs(parlayOdds(all) - exact)).toBeLessThanOrEqual(
          Math.abs(exact) < 100.5 ? 200.5 : 0.5 + 1e-6,
        );
      }),
    );
  });

  it("depend on the order of the legs by the last digit at most", () => {
    fc.assert(
      fc.property(legs, (all) => {
        const [one, other] = [parlayOdds(all), parlayOdds(all.toReversed())];
        expect(Math.abs(americanToDecimal(one) - americanToDecimal(other))).toBeLessThanOrEqual(
          0.0101,
        );
      }),
    );
  });

  it("match a worked example", () => {
    expect(parlayOdds([{ odds: -110 }, { odds: -110 }])).toBe(264);
  });
});

describe("the profit of a winning stake", () => {
  it("is stake × odds / 100, or stake × 100 / |odds|, in whole cents", () => {
    fc.assert(
      fc.property(stake, american, (amount, odds) => {
        const profit = profitOf(amount, odds);
        const [cents, price] = [BigInt(toCents(amount)), BigInt(Math.abs(odds))];
        const [above, below] = odds > 0 ? [cents * price, 100n] : [cents * 100n, price];
        expect(profit).toBe(Number((2n * above + below) / (2n * below)) / 100);
      }),
    );
  });

  it.each([
    [100, 150, 150],
    [100, -150, 66.67],
    [10, -110, 9.09],
    [1.15, 100, 1.15],
    [2.82, 175, 4.94],
    [21.01, 150, 31.52],
  ])("of %d at %d is %d", (amount, odds, profit) => {
    expect(profitOf(amount, odds)).toBe(profit);
  });
});

describe("settling a prediction", () => {
  const outcome = fc.constantFrom<Outcome>("open", "won", "lost", "push", "void");
  const bet = fc.array(fc.record({ odds: american, outcome }), { minLength: 1, maxLength: 6 });
  const oddsOf = (legs: readonly { odds: number }[]) =>
    legs.length === 1 ? (legs[0]?.odds ?? 0) : parlayOdds(legs);

  it("returns the stake plus the profit, and never less than 0", () => {
    fc.assert(
      fc.property(stake, bet, (amount, legs) => {
        const settled = settleBet(amount, oddsOf(legs), legs);
        if (!settled) return;
        expect(toCents(settled.returned)).toBe(toCents(amount) + toCents(settled.profit));
        expect(settled.returned).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it("loses on any lost leg and waits for open legs while none is lost", () => {
    fc.assert(
      fc.property(stake, bet, (amount, legs) => {
        const settled = settleBet(amount, oddsOf(legs), legs);
        const has = (wanted: Outcome) => legs.some((leg) => leg.outcome === wanted);
        const isLost = has("lost");
        expect(settled?.outcome === "lost").toBe(isLost);
        expect(settled === undefined).toBe(!isLost && has("open"));
      }),
    );
  });

  it("pays a parlay with pushed legs at the product of the legs that won", () => {
    const legs = [
      { odds: -110, outcome: "won" },
      { odds: 150, outcome: "push" },
      { odds: -110, outcome: "won" },
      { odds: 200, outcome: "void" },
    ] as const;
    expect(settleBet(100, oddsOf(legs), legs)).toEqual({
      outcome: "won",
      returned: 364,
      profit: 264,
    });
  });

  it.each([
    [["push"], "push"],
    [["void"], "void"],
    [["push", "void"], "push"],
    [["void", "void"], "void"],
  ] as const)("gives the stake back for %j: %s", (outcomes, expected) => {
    const legs = outcomes.map((each) => ({ odds: 120, outcome: each }));
    expect(settleBet(25, oddsOf(legs), legs)).toEqual({
      outcome: expected,
      returned: 25,
      profit: 0,
    });
  });
});
