import { describe, expect, it } from "vitest";
import { walkTest } from "./evaluation/evaluate.ts";
import { fitSport } from "./training/fit.ts";
import { miniature, quick, randomFrom } from "./testing/miniature.ts";
import { sports } from "../domain/sport.ts";
import { type PricedGame } from "./types.ts";

/** The same dates and sides with other results: every score swapped and every price turned round. */
const altered = (games: readonly PricedGame[]): PricedGame[] =>
  games.map((game) => ({
    ...game,
    result:
      game.result.kind === "score"
        ? { kind: "score", home: game.result.away + 3, away: game.result.home }
        : {
            kind: "winner",
            winner: "winner" in game.result && game.result.winner === "home" ? "away" : "home",
            finish: true,
          },
    prices: game.prices && { ...game.prices, home: game.prices.away, away: game.prices.home },
    spreadHome: game.spreadHome === null ? null : -game.spreadHome,
  }));

/** The same results in another order, on the dates of the original order. */
const shuffled = (games: readonly PricedGame[]): PricedGame[] => {
  const random = randomFrom(99);
  const order = games.map((game) => ({ game, key: random() })).toSorted((a, b) => a.key - b.key);
  return games.map((game, i) => ({
    ...(order[i]?.game ?? game),
    date: game.date,
    season: game.season,
  }));
};

describe("leak", () => {
  it.each(sports)(
    "%s: past predictions do not move when the future is altered or shuffled",
    (sport) => {
      const games = miniature(sport, 420);
      const [history, test] = [games.slice(0, 320), games.slice(320)];
      const fitted = fitSport(sport, history, quick);
      const known = walkTest(fitted, history, test).rows.slice(0, 40);
      for (const future of [altered(test.slice(40)), shuffled(test.slice(40))]) {
        const rows = walkTest(fitted, history, [...test.slice(0, 40), ...future]).rows;
        expect(rows.slice(0, 40)).toEqual(known);
        expect(rows.slice(41)).not.toEqual(walkTest(fitted, history, test).rows.slice(41));
      }
    },
  );

  it("a row's own result and the closing price of another row do not touch its prediction", () => {
    const games = miniature("nfl", 420);
    const [history, test] = [games.slice(0, 320), games.slice(320)];
    const fitted = fitSport("nfl", history, quick);
    const before = walkTest(fitted, history, test).rows[10];
    const changed = test.map((game, i) => (i >= 10 ? (altered([game])[0] ?? game) : game));
    const after = walkTest(fitted, history, changed).rows[10];
    expect(after?.home).toBe(before?.home);
    expect(after?.market).not.toEqual(before?.market);
  });
});
