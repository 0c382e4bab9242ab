import { describe, expect, it } from "vitest";
import { kalmanSystem } from "./kalman.ts";
import { observedGames } from "../features/game.ts";
import { marketLogit } from "../market/prices.ts";
import { noRatings } from "./rating.ts";
import { enterStarter, starterName } from "./starters.ts";
import { miniature } from "../testing/miniature.ts";
import type { FinishedGame } from "../types.ts";

const game = (change: Partial<FinishedGame>): FinishedGame => ({
  date: "2010-04-05",
  season: 2010,
  home: "A",
  away: "B",
  result: { kind: "score", home: 3, away: 3 },
  ...change,
});

/** Probability of a home win in the last game after observing the others. */
const chanceAfter = (games: readonly FinishedGame[], params: Record<string, number>): number => {
  const system = kalmanSystem("mlb", { startVariance: 0.2, noise: 1, ...params });
  const ratings = noRatings();
  let home = 0;
  for (const match of observedGames("mlb", games)) {
    home = system.forecast(ratings, match).home;
    system.observe(ratings, match);
  }
  return home;
};

describe("the market logit of a closing price", () => {
  it("comes from the moneyline without margin, else from the spread", () => {
    const even = { prices: { home: -110, draw: null, away: -110 } };
    expect(marketLogit("nfl", game(even))).toBeCloseTo(0, 9);
    const favoured = { prices: { home: -200, draw: null, away: 180 }, spreadHome: 7 };
    expect(marketLogit("nfl", game(favoured))).toBeGreaterThan(0.5);
    expect(marketLogit("nfl", game({ prices: null, spreadHome: -7 }))).toBeGreaterThan(0.5);
    expect(marketLogit("nhl", game({ prices: null, spreadHome: -1.5 }))).toBeNull();
    const withDraw = { prices: { home: 100, draw: 240, away: 250 } };
    expect(marketLogit("soccer", game(withDraw))).toBeGreaterThan(0);
  });
});

describe("price-informed ratings", () => {
  const favoured = { prices: { home: -300, draw: null, away: 250 } };

  it("observe prices of finished games, never the price of the game they forecast", () => {
    const params = { priceNoise: 0.1, priceScale: 0.5 };
    const [none, past, own] = [
      [game({}), game({ date: "2010-04-06" })],
      [game(favoured), game({ date: "2010-04-06" })],
      [game({}), game({ date: "2010-04-06", ...favoured })],
    ].map((games) => chanceAfter(games, params));
    expect(past).toBeGreaterThan((none ?? 1) + 0.05);
    expect(own).toBe(none);
  });

  it("equal the ratings on results when there are no prices", () => {
    const games = miniature("mlb", 200).map((row) => ({ ...row, prices: null }));
    expect(chanceAfter(games, { priceNoise: 0.1 })).toBe(chanceAfter(games, {}));
  });
});

describe("starting pitchers", () => {
  const params = { starterVariance: 0.2 };
  const strong = Array.from({ length: 8 }, (_, day) =>
    game({
      date: `2010-04-1${day}`,
      homeStarter: "ACE-R",
      awayStarter: `OTHER${day}-L`,
      result: { kind: "score", home: 9, away: 1 },
    }),
  );

  it("are recognized without hand and spelling variants", () => {
    expect(starterName("CSABATHIA-L")).toBe("CSABATHIA");
    expect(starterName("LMcCULLRS-R")).toBe("LMCCULLRS");
    expect([undefined, "", "Undecided"].map(starterName)).toEqual([null, null, null]);
  });

  it("take their strength to their next team", () => {
    const next = { date: "2010-05-01", home: "C", away: "D" };
    const ace = chanceAfter(
      [...strong, game({ ...next, homeStarter: "ACE-R", awayStarter: "X" })],
      params,
    );
    const nobody = chanceAfter(
      [...strong, game({ ...next, homeStarter: "Y", awayStarter: "X" })],
      params,
    );
    expect(ace).toBeGreaterThan(nobody + 0.05);
  });

  it("count as their team's usual rotation when they are not listed", () => {
    const next = { date: "2010-05-01" };
    const unlisted = chanceAfter([...strong, game(next)], params);
    const stranger = chanceAfter(
      [...strong, game({ ...next, homeStarter: "Y", awayStarter: "X" })],
      params,
    );
    expect(unlisted).toBeGreaterThan(stranger);
  });

  it("return towards the average between seasons and grow less certain", () => {
    const past = { strength: 1, variance: 0.01, season: 2010 };
    const later = enterStarter(past, 2012, { starterCarry: 0.5, starterSeasonNoise: 0.1 });
    expect(later.strength).toBeCloseTo(0.25, 9);
    expect(later.variance).toBeGreaterThan(past.variance);
  });
});
