import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { expectedValue, shownPercent } from "@orbline/proto/constants/predictions";
import { americanToDecimal, parlayOdds } from "../domain/odds.ts";
import type { BetPrices, CheckedBet, PricedBet } from "../domain/price-check.ts";
import { checkPrice } from "./check-price.ts";

const now = new Date("2026-11-21T12:00:00Z");
const slates = { now: () => now };

const priced = (gameId: string, fields: Partial<PricedBet> = {}): PricedBet => ({
  gameId,
  sport: "nba",
  game: `Home ${gameId} vs Away`,
  betOn: `Home ${gameId}`,
  betType: "Moneyline",
  startsAt: new Date("2026-11-22T12:00:00Z"),
  probability: 0.5,
  range: { from: 0.45, to: 0.55 },
  modelProbability: 0.5,
  marketProbability: 0.5,
  books: 5,
  best: { odds: 105, book: "Northgate" },
  ...fields,
});

const pricesOf = (bets: Record<string, PricedBet>): BetPrices => ({
  bestPrices: () => ({ moneyline: undefined, spread: undefined }),
  estimatesOf: () => undefined,
  priceOf: ({ gameId }) => {
    const bet = bets[gameId];
    return bet
      ? { kind: "priced", bet }
      : { kind: "refused", field: "gameId", message: "There is no such game." };
  },
});

const bet = (gameId: string, odds: number): CheckedBet => ({
  gameId,
  odds,
  market: "moneyline",
  side: "home",
});

const check = (bets: CheckedBet[], known: Record<string, PricedBet>, stake = 100) =>
  checkPrice({ betPrices: pricesOf(known), slates }, { bets, stake });

describe("a checked price", () => {
  it.each([
    ["good", 150],
    ["fair", 100],
    ["overpriced", -150],
  ] as const)("is %s at %d for an even game", (verdict, odds) => {
    expect(check([bet("a", odds)], { a: priced("a") }).verdict).toBe(verdict);
  });

  it("has the break-even, the edge and the expected value of its odds", () => {
    const checked = check([bet("a", 110)], { a: priced("a") }, 20);
    expect(checked).toMatchObject({ odds: 110, payout: 22, probability: 0.5, expectedValue: 1 });
    expect(checked.breakEven).toBeCloseTo(1 / 2.1, 10);
    expect(checked.edge).toBeCloseTo(0.05, 10);
  });

  it("multiplies the legs of a parlay, and its verdict follows from the shown figures", () => {
    const leg = fc.record({
      odds: fc.oneof(fc.integer({ min: 100, max: 900 }), fc.integer({ min: -900, max: -101 })),
      probability: fc.double({ min: 0.05, max: 0.95, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(leg, { minLength: 1, maxLength: 6 }), (legs) => {
        const known = Object.fromEntries(
          legs.map(({ probability: p }, index) => [
            `g${index}`,
            priced(`g${index}`, {
              probability: p,
              range: { from: p * 0.9, to: p + (1 - p) * 0.1 },
            }),
          ]),
        );
        const checked = check(
          legs.map(({ odds }, index) => bet(`g${index}`, odds)),
          known,
        );
        const decimal = americanToDecimal(checked.odds);
        expect(checked.odds).toBe(parlayOdds(legs));
        const joint = legs.reduce((all, one) => all * one.probability, 1);
        expect(checked.probability).toBeCloseTo(joint, 10);
        expect(checked.breakEven).toBeCloseTo(1 / decimal, 10);
        expect(checked.edge).toBe(expectedValue(joint, decimal));
        expect(checked.range.from).toBeLessThanOrEqual(joint);
        expect(checked.range.to).toBeGreaterThanOrEqual(joint);
        const [needed, from, to] = [checked.breakEven, checked.range.from, checked.range.to].map(
          shownPercent,
        ) as [number, number, number];
        const expected = needed < from ? "good" : needed > to ? "overpriced" : "fair";
        expect(checked.verdict).toBe(expected);
      }),
    );
  });
});

describe("a refusal", () => {
  it("names every leg without a price", () => {
    expect(() => check([bet("a", 110), bet("b", 120)], {})).toThrowError(
      expect.objectContaining({
        kind: "invalid",
        issues: [
          { path: "legs.0.gameId", message: "There is no such game." },
          { path: "legs.1.gameId", message: "There is no such game." },
        ],
      }),
    );
  });

  it("names a game that has started", () => {
    expect(() => check([bet("a", 110)], { a: priced("a", { startsAt: now }) })).toThrowError(
      "Home a vs Away has started. Choose a game that has not.",
    );
  });
});
