import { describe, expect, it } from "vitest";
import { legOutcome } from "./domain/settle.ts";
import { isInRange, rangeOf } from "./domain/risk.ts";
import { sports, type Sport } from "./domain/sport.ts";
import { miniature } from "./engine/testing/miniature.ts";
import type { PricedGame } from "./engine/types.ts";
import { replaySpan } from "./replay-span.ts";
import { fixtureOf } from "./selection/candidates.ts";
import { slatePicks } from "./selection/slate-picks.ts";
import { loadModels } from "./slates/models.ts";
import { replaySlates } from "./slates/replay-slates.ts";
import { present } from "./testing/present.ts";

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

const slateOf = (sport: Sport, rows: readonly PricedGame[]) => {
  const at = new Date(`${from}T00:00:00Z`);
  const clock = { now: () => at, startedOn: from, advance: () => Promise.resolve(at) };
  return replaySlates({ sport, rows, from, models, clock });
};

describe.each(sports)("a replay of %s", (sport) => {
  const rows = crowded(sport);

  it("settles what was predicted by the file's own results", async () => {
    const records = await replaySpan({ sport, rows, from, weeks: 2, picksEach: 6, models });
    expect(records.length).toBeGreaterThanOrEqual(12);
    for (const { riskLevel, odds, legs, legOutcomes, settlement } of records) {
      expect(isInRange(rangeOf(sport, riskLevel), odds, legs.length)).toBe(true);
      const outcomes = legs.map(({ gameId, wager }) => {
        const { result } = present(rows[Number(gameId.split("-").at(-1))]);
        return legOutcome(
          wager,
          result.kind === "score"
            ? { kind: "score", home: result.home, away: result.away }
            : { kind: "winner", winner: result.winner === "none" ? "draw" : result.winner },
          { drawIsPriced: sport === "soccer" },
        );
      });
      expect(legOutcomes).toEqual(outcomes);
      expect(settlement?.outcome).toBe(
        outcomes.includes("lost") ? "lost" : outcomes.includes("won") ? "won" : "push",
      );
    }
  });

  it("shows the model all that the file knows before the start", () => {
    const { slates } = slateOf(sport, rows);
    const shown = slates.current(sport).games;
    expect(shown.length).toBeGreaterThan(50);
    for (const game of shown) {
      const {
        result: _result,
        prices,
        spreadHome,
        ...fixture
      } = present(rows[Number(game.id.split("-").at(-1))]);
      expect(fixtureOf(game)).toMatchObject(
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

  it("offers spreads alone where the file has no moneyline", () => {
    const { slates, ratings } = slateOf("nba", [on(from, { prices: null, spreadHome: -4.5 })]);
    const choice = slatePicks({ slates, ratings }).choose({
      sport: "nba",
      riskLevel: "moderate",
      n: 1,
    });
    expect(choice).toMatchObject({ kind: "chosen", pick: { odds: -110 } });
  });

  it("plays both games of a double-header, one after the other", () => {
    const { slates } = slateOf("mlb", [on(from, {}), on(from, {}), on(from, { home: "Gammas" })]);
    const games = slates
      .current("mlb")
      .games.map(({ home, startsAt }) => [home, startsAt.getUTCHours()]);
    expect(games).toEqual([
      ["Alphas", 20],
      ["Gammas", 20],
      ["Alphas", 0],
    ]);
    expect(new Set(slates.current("mlb").games.map(({ id }) => id)).size).toBe(3);
  });

  it("gives no side the home advantage on neutral ground", () => {
    const { slates } = slateOf("nfl", [on(from, { neutral: true })]);
    expect(slates.current("nfl").games.map(({ neutral }) => neutral)).toEqual([true]);
  });
});
