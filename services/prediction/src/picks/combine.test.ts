import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isInRange, rangeOf, riskLevels } from "../domain/risk.ts";
import { sports } from "../domain/sport.ts";
import type { SlateGame } from "../domain/slate.ts";
import { simulatedSeason } from "../testing/season.ts";
import { present } from "../testing/present.ts";
import { candidatesOf, type Candidate } from "./candidates.ts";
import { rankPicks } from "./combine.ts";
import { americanToDecimal, parlayOdds } from "../domain/odds.ts";

const { slates, ratings } = await simulatedSeason();
const some = present(candidatesOf(slates.current("nba"), ratings("nba"))[0]);

/** A candidate of a game; its probability is that of the price, moved by `edge`. */
const candidate = (gameId: string, odds: number, edge: number): Candidate => {
  const decimal = americanToDecimal(odds);
  const probability = Math.min(0.97, (1 + edge) / decimal);
  const game: SlateGame = { ...some.game, id: gameId };
  const quotes = [{ book: some.book, odds }];
  return { ...some, game, odds, decimal, quotes, probability, edge: probability * decimal - 1 };
};

/** A candidate with a price at each of its books, the best one first, as `candidatesOf` makes them. */
const atBooks = (gameId: string, prices: Record<string, number>): Candidate => {
  const quotes = Object.entries(prices)
    .map(([book, odds]) => ({ book, odds }))
    .toSorted((a, b) => americanToDecimal(b.odds) - americanToDecimal(a.odds));
  const { book, odds } = present(quotes[0]);
  return { ...candidate(gameId, odds, 0), book, quotes };
};

const american = fc.oneof(
  fc.integer({ min: 100, max: 4_000 }),
  fc.integer({ min: -2_000, max: -101 }),
);
const edge = fc.double({ min: -0.1, max: 0.1, noNaN: true });
const games = (maxLength: number) =>
  fc
    .array(fc.array(fc.tuple(american, edge), { minLength: 1, maxLength: 2 }), { maxLength })
    .map((slate) =>
      slate.flatMap((bets, game) => bets.map(([odds, gain]) => candidate(`g${game}`, odds, gain))),
    );
/** Bets near evens in eight games: most parlays of them fit, and fewer than are kept. */
const evenGames = fc
  .array(fc.tuple(fc.integer({ min: -160, max: 140 }), edge), { minLength: 8, maxLength: 8 })
  .map((bets) =>
    bets.map(([odds, gain], index) =>
      candidate(`g${index}`, Math.abs(odds) < 100 ? 100 : odds, gain),
    ),
  );
const combination = fc
  .tuple(fc.constantFrom(...sports), fc.constantFrom(...riskLevels))
  .map(([sport, risk]) => rangeOf(sport, risk));

const nameOf = ({ legs }: { legs: readonly Candidate[] }) =>
  legs
    .map(({ game, odds, edge: gain }) => `${game.id} ${odds} ${gain}`)
    .toSorted()
    .join(" + ");

describe("over any slate", () => {
  it("keeps every pick in its range, above the least probability, with one leg per game", () => {
    fc.assert(
      fc.property(games(12), combination, (candidates, range) => {
        for (const { odds, probability, legs } of rankPicks(candidates, range)) {
          expect(isInRange(range, odds, legs.length)).toBe(true);
          expect(probability).toBeGreaterThanOrEqual(range.leastProbability);
          expect(odds).toBe(legs.length === 1 ? legs[0]?.odds : parlayOdds(legs));
          expect(new Set(legs.map(({ game }) => game.id)).size).toBe(legs.length);
        }
      }),
      { numRuns: 60 },
    );
  });

  it("returns no pick twice", () => {
    fc.assert(
      fc.property(games(10), combination, (candidates, range) => {
        const names = rankPicks(candidates, range).map(nameOf);
        const doubled = new Set(candidates.map((one) => nameOf({ legs: [one] })));
        fc.pre(doubled.size === candidates.length);
        expect(new Set(names).size).toBe(names.length);
      }),
      { numRuns: 40 },
    );
  });
});

/** Every bet of a slate, found without any shortcut. */
const everyBet = (candidates: readonly Candidate[], most: number): Candidate[][] => {
  const grow = (legs: Candidate[], from: number): Candidate[][] =>
    candidates
      .slice(from)
      .flatMap((next, index) =>
        legs.length < most && legs.every(({ game }) => game.id !== next.game.id)
          ? [[...legs, next], ...grow([...legs, next], from + index + 1)]
          : [],
      );
  return grow([], 0);
};

it.each(["aggressive", "insane"] as const)(
  "the search of a small slate misses no %s parlay: the first is the best of all",
  (risk) => {
    const range = rangeOf("nfl", risk);
    fc.assert(
      fc.property(evenGames, (candidates) => {
        const legs = candidates.filter(({ probability }) => probability >= 0.2);
        const all = everyBet(legs, range.maxLegs).flatMap((bet) => {
          const p = bet.reduce((product, leg) => product * leg.probability, 1);
          const decimal = bet.reduce((product, leg) => product * leg.decimal, 1);
          const fits =
            bet.length > 1 &&
            isInRange(range, parlayOdds(bet), bet.length) &&
            p >= range.leastProbability;
          return fits ? [p * decimal - 1] : [];
        });
        const ranked = rankPicks(candidates, range);
        const [first] = ranked;
        expect(ranked).toHaveLength(all.length);
        const best = all.length === 0 ? 0 : Math.max(...all);
        expect(first?.edge ?? 0).toBeCloseTo(best, 9);
      }),
      { numRuns: 20 },
    );
  },
);

it.each(["aggressive", "insane"] as const)(
  "finds %s parlays although the best edges of a big slate are all on heavy favorites",
  (risk) => {
    const favorites = Array.from({ length: 60 }, (_, at) => candidate(`a${at}`, -1_000, 0.02));
    const longer = Array.from({ length: 60 }, (_, at) => candidate(`b${at}`, -200, -0.04));
    expect(rankPicks([...favorites, ...longer], rangeOf("cfb", risk)).length).toBeGreaterThan(20);
  },
);

describe("the sportsbook of a parlay", () => {
  const range = rangeOf("nfl", "aggressive");
  const books = ["A", "B", "C"];
  const payoutAt = (legs: readonly Candidate[], book: string) =>
    legs.reduce((product, { quotes }) => {
      const quote = quotes.find((one) => one.book === book);
      return quote ? product * americanToDecimal(quote.odds) : 0;
    }, 1);

  it("is one for all legs, and none pays more for them", () => {
    const price = fc.integer({ min: -180, max: 160 }).filter((odds) => Math.abs(odds) > 100);
    const prices = fc.record({ A: price, B: price, C: price }, { requiredKeys: [] });
    const slate = fc.array(
      prices.filter((all) => Object.keys(all).length > 0),
      { minLength: 2, maxLength: 6 },
    );
    fc.assert(
      fc.property(slate, (pricesOfGames) => {
        const candidates = pricesOfGames.map((all, index) => atBooks(`g${index}`, all));
        for (const { legs, odds, edge: value, probability } of rankPicks(candidates, range)) {
          const [book = ""] = new Set(legs.map((leg) => leg.book));
          expect(legs.every((leg) => leg.book === book)).toBe(true);
          expect(odds).toBe(parlayOdds(legs));
          const payout = payoutAt(legs, book);
          expect(payout).toBe(Math.max(...books.map((one) => payoutAt(legs, one))));
          expect(value).toBeCloseTo(probability * payout - 1, 9);
        }
      }),
    );
  });

  it("has a price of every leg, or there is no such parlay", () => {
    const [a, b] = [atBooks("a", { A: 120, B: 115 }), atBooks("b", { A: 110, B: 130 })];
    expect(rankPicks([a, atBooks("b", { C: 130 })], range)).toEqual([]);
    const [parlay] = rankPicks([a, b], range);
    expect(parlay?.legs.map(({ book, odds }) => [book, odds])).toEqual([
      ["B", 115],
      ["B", 130],
    ]);
  });

  it("has no leg shorter than −500 while another one has all legs without", () => {
    const short = atBooks("short", { A: -510, B: -490 });
    const long = atBooks("long", { A: 260, B: 240 });
    const [parlay] = rankPicks([short, long], range);
    expect(parlay?.legs.map(({ odds }) => odds)).toEqual([240, -490]);
  });
});

it("takes legs shorter than −500 only where no pick without them lies in the range", () => {
  const range = rangeOf("nba", "aggressive");
  const short = candidate("short", -900, 0.08);
  const long = candidate("long", 240, 0);
  const even = [candidate("a", 110, 0), candidate("b", 120, 0)];
  const namesOf = (candidates: Candidate[]) =>
    rankPicks(candidates, range).flatMap(({ legs }) => legs.map(({ game }) => game.id));
  expect(namesOf([short, long])).toEqual(expect.arrayContaining(["short", "long"]));
  expect(namesOf([short, long, ...even])).not.toContain("short");
});

it("builds the parlays of a wanted game from few other bets, because the request waits for them", () => {
  const slate = Array.from({ length: 40 }, (_, at) => candidate(`g${at}`, -130, at / 1_000));
  const legs = rankPicks(slate, rangeOf("cfb", "insane"), "g0").flatMap((pick) => pick.legs);
  const partners = new Set(legs.filter(({ game }) => game.id !== "g0"));
  expect(partners.size).toBeGreaterThan(5);
  expect(partners.size).toBeLessThanOrEqual(12);
});

it("has a leg of the wanted game in every pick, and misses no such pick of at most three legs", () => {
  fc.assert(
    fc.property(games(8), combination, (candidates, range) => {
      const withGame = rankPicks(candidates, range, "g0");
      for (const { odds, legs } of withGame) {
        expect(isInRange(range, odds, legs.length)).toBe(true);
        expect(legs.some(({ game }) => game.id === "g0")).toBe(true);
        expect(new Set(legs.map(({ game }) => game.id)).size).toBe(legs.length);
      }
      const all = rankPicks(candidates, range);
      const hasGame = all.some(({ legs }) => legs.some(({ game }) => game.id === "g0"));
      expect(withGame.length > 0 || !hasGame).toBe(true);
    }),
    { numRuns: 200 },
  );
});
