import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { aBet } from "#/testing/predictions.ts";
import { profitByBet, byRisk, csvOf, totalsOf } from "./figures.ts";

const won = aBet({ id: "a", settledAt: "2026-11-20T23:00:00Z" }, { stake: 50, odds: 120 });
const lost = aBet(
  { id: "b", riskLevel: "insane", confidence: 0.1, settledAt: "2026-11-21T23:00:00Z" },
  { stake: 20, odds: 900, outcome: "lost", returned: 0, profit: -20, closingValue: null },
);
const open = aBet({ id: "c", settledAt: null, outcome: "open" }, { outcome: "open", profit: 0 });

describe("a ledger", () => {
  it("sums settled bets, and averages the closing line value of those that have one", () => {
    expect(totalsOf([open, lost, won])).toEqual({
      settled: 2,
      open: 1,
      atStake: 50,
      won: 1,
      lost: 1,
      staked: 70,
      returned: 110,
      profit: 40,
      closing: { n: 1, mean: 0.05 },
    });
    expect(byRisk([open, lost, won], ["moderate", "aggressive", "insane"])).toMatchObject([
      { risk: "moderate", settled: 1, open: 1, profit: 60 },
      { risk: "insane", settled: 1, profit: -20 },
    ]);
  });

  it("runs the profit from the oldest settled bet, inside the band of our estimates", () => {
    const [first, second] = profitByBet([open, lost, won]);
    expect([first?.profit, second?.profit]).toEqual([60, 40]);
    // A bet of $50 at +120 with an even chance: expected +$5 with a standard deviation of $55.
    expect(first?.low).toBeCloseTo(5 - 1.96 * 55, 6);
    expect(first?.high).toBeCloseTo(5 + 1.96 * 55, 6);
    expect((second?.high ?? 0) - (second?.low ?? 0)).toBeGreaterThan(2 * 1.96 * 55);
  });

  it("has no luck in bets that were called off", () => {
    const off = aBet({}, { outcome: "void", returned: 50, profit: 0 });
    expect(profitByBet([off])).toMatchObject([{ profit: 0, low: 0, high: 0 }]);
  });

  it("writes one line per bet, and no text that a spreadsheet would run", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (book) => {
        const [, line = ""] = csvOf([aBet({}, { book })]).split(/\r\n(?=2026|$)/);
        const cells = line
          .match(/("([^"]|"")*"|[^,]*)(,|$)/g)
          ?.map((cell) => cell.replace(/,$/, ""));
        const written = cells?.[5]?.replace(/^"|"$/g, "").replaceAll('""', '"') ?? "";
        expect(written).not.toMatch(/^[=+\-@\t\r]/);
        expect([book, `'${book}`]).toContain(written);
      }),
    );
    expect(csvOf([lost])).toContain(",20,900,lost,-20,");
  });
});
