import { describe, expect, it } from "vitest";
import { legOutcome } from "../../domain/settle.ts";
import { isInRange, rangeOf } from "../../domain/risk.ts";
import { hasDraw, sports, type Sport } from "../../domain/sport.ts";
import { miniature } from "../../engine/testing/miniature.ts";
import type { PricedGame } from "../../engine/types.ts";
import { loadModels, modelOf } from "../../slates/models.ts";
import { present } from "../../testing/present.ts";
import { keyOf } from "./distinct-picks.ts";
import { gamesFrom, replay } from "./replay.ts";

const models = loadModels();
const from = "2002-09-20";

/** Ten games a day: a miniature league's days pushed together. */
const crowded = (sport: Sport): PricedGame[] =>
  Array.from({ length: 10 }, (_, league) =>
    miniature(sport, 160, league + 1).map((row) => ({
      ...row,
      home: `${row.home} of ${league}`,
      away: `${row.away} of ${league}`,
    })),
  )
    .flat()
    .toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));

const replayOf = (sport: Sport, rows: readonly PricedGame[], weeks = 2) => [
  ...replay({ sport, rows, from, weeks, model: modelOf(models, sport) }),
];

describe.each(sports)("a replay of %s", (sport) => {
  const rows = crowded(sport);

  it("settles every pick by the results of the file, and returns none twice", () => {
    const picks = replayOf(sport, rows);
    expect(picks.length).toBeGreaterThanOrEqual(12);
    for (const { risk, odds, legs, won } of picks) {
      expect(isInRange(rangeOf(sport, risk), odds, legs.length)).toBe(true);
      const outcomes = legs.map(({ gameId, wager }) => {
        const { result } = present(rows[Number(gameId.split("-").at(-1))]);
        return legOutcome(wager, result, { drawIsPriced: hasDraw(sport) });
      });
      expect(legs.map(({ outcome }) => outcome)).toEqual(outcomes);
      expect(won).toBe(outcomes.every((outcome) => outcome === "won"));
    }
    const bets = picks.map(({ risk, legs }) => [risk, ...legs.map(keyOf).toSorted()].join(" "));
    expect(new Set(bets).size).toBe(bets.length);
  });

  it("gives the model all data of the file that is known before the start", () => {
    const games = gamesFrom(sport, rows, from);
    expect(games.length).toBeGreaterThan(50);
    for (const game of games) {
      const {
        result: _result,
        prices,
        spreadHome,
        ...fixture
      } = present(rows[Number(game.id.split("-").at(-1))]);
      expect(game).toMatchObject(
        Object.fromEntries(Object.entries(fixture).filter(([, value]) => value !== undefined)),
      );
      expect(game.books.map(({ moneyline, spread }) => [moneyline, spread?.line ?? null])).toEqual([
        [prices, spreadHome],
      ]);
    }
  });
});

describe("a replay", () => {
  const on = (day: string, row: Partial<PricedGame>): PricedGame => ({
    date: day,
    season: 2002,
    home: "Alphas",
    away: "Betas",
    neutral: false,
    prices: { home: -120, draw: null, away: 110 },
    spreadHome: null,
    result: { kind: "score", home: 3, away: 1 },
    ...row,
  });

  it("uses ratings of the games before the week and of none after its first day", () => {
    const rows = crowded("ufc");
    const altered = rows.map((row): PricedGame => {
      const { result } = row;
      if (row.date < from || result.kind !== "winner") return row;
      return {
        ...row,
        result: { kind: "winner", winner: result.winner === "home" ? "away" : "home" },
      };
    });
    const estimates = (games: readonly PricedGame[], weeks: number) =>
      replayOf("ufc", games, weeks).map(({ probability }) => probability);
    expect(estimates(altered, 1)).toEqual(estimates(rows, 1));
    expect(estimates(altered, 2)).not.toEqual(estimates(rows, 2));
  });

  it("offers spreads alone where the file has no moneyline", () => {
    const picks = replayOf("nba", [on(from, { prices: null, spreadHome: -4.5 })], 1);
    expect(picks[0]).toMatchObject({ odds: -110, legs: [{ wager: { market: "spread" } }] });
  });

  it("lists no game without a price", () => {
    expect(gamesFrom("nba", [on(from, { prices: null })], from)).toEqual([]);
  });

  it("plays both games of a double-header, one after the other", () => {
    const rows = [on(from, {}), on(from, {}), on(from, { home: "Gammas" })];
    const games = gamesFrom("mlb", rows, from);
    expect(games.map(({ home, startsAt }) => [home, startsAt.getUTCHours()])).toEqual([
      ["Alphas", 20],
      ["Alphas", 0],
      ["Gammas", 20],
    ]);
    expect(new Set(games.map(({ id }) => id)).size).toBe(3);
  });

  it("gives neither team home advantage on neutral ground", () => {
    const games = gamesFrom("nfl", [on(from, { neutral: true })], from);
    expect(games.map(({ neutral }) => neutral)).toEqual([true]);
  });

  it("leaves out a bout without a winner", () => {
    const bout = on(from, { neutral: true });
    expect(replayOf("ufc", [bout], 1)).not.toEqual([]);
    expect(replayOf("ufc", [{ ...bout, result: { kind: "void" } }], 1)).toEqual([]);
  });
});
