import { describe, expect, it } from "vitest";
import { present } from "../testing/present.ts";
import type { GameResult } from "../domain/slate.ts";
import { probability } from "../engine/serving/predict.ts";
import { miniature } from "../engine/testing/miniature.ts";
import type { PricedGame } from "../engine/types.ts";
import { walkTo } from "../engine/serving/walk-to.ts";
import { fixtureOf } from "../selection/candidates.ts";
import { memoryClockStore, settableClock } from "../testing/season.ts";
import { loadModels } from "./models.ts";
import { replaySlates } from "./replay-slates.ts";
import { createSlateClock } from "./slate-clock.ts";

const models = loadModels();
/** Two seasons of 80 days, one game a day, from 2001-09-01 and 2002-09-01. */
const rows = miniature("nfl", 160);
const from = "2002-09-20";

const replay = async (games: readonly PricedGame[] = rows, at = "2026-11-21T12:00:00Z") => {
  const time = settableClock(at);
  const clock = await createSlateClock({ clock: time, store: memoryClockStore() });
  return { time, ...replaySlates({ sport: "nfl", rows: games, from, models, clock }) };
};

/** The same games with everything turned round from a day on. */
const altered = (since: string) =>
  rows.map((row): PricedGame => {
    const { result } = row;
    if (row.date < since || result.kind !== "score") return row;
    return { ...row, result: { kind: "score", home: result.away + 30, away: result.home } };
  });

describe("a replay", () => {
  it("plays the chosen day's games today and the following ones after it", async () => {
    const { slates } = await replay();
    const slate = slates.current("nfl");
    expect(slate).toMatchObject({ kind: "replay", label: "Replay of NFL 2002" });
    expect(slate.games).toHaveLength(8);
    const [first] = slate.games;
    const row = rows.find(({ date }) => date === from);
    expect(first).toMatchObject({
      home: row?.home,
      away: row?.away,
      date: from,
      season: 2002,
      startsAt: new Date("2026-11-21T20:00:00Z"),
      books: [{ book: "the closing price", moneyline: row?.prices }],
    });
    expect(slate.games.at(-1)?.startsAt).toEqual(new Date("2026-11-28T20:00:00Z"));
  });

  it("has games of its own sport only", async () => {
    const { slates } = await replay();
    expect(slates.current("nba").games).toEqual([]);
  });

  it("does not list games without a price", async () => {
    const { slates } = await replay(
      rows.map((row) => ({ ...row, prices: null, spreadHome: null })),
    );
    expect(slates.current("nfl").games).toEqual([]);
  });

  it("tells the file's result when the game has ended", async () => {
    const { slates, time } = await replay();
    const [first] = slates.current("nfl").games;
    const result = async (): Promise<GameResult | undefined> =>
      (await slates.resultsOf([first?.id ?? ""])).get(first?.id ?? "");
    time.set("2026-11-21T23:00:00Z");
    expect(await result()).toBeUndefined();
    time.set("2026-11-21T23:18:00Z");
    expect(await result()).toEqual(rows.find(({ date }) => date === from)?.result);
  });

  it("tells bouts by their winner, and no contest as void", async () => {
    const bout = (winner: "home" | "draw" | "none", day: string): PricedGame => ({
      date: day,
      season: 2002,
      home: `A ${day}`,
      away: `B ${day}`,
      neutral: true,
      prices: { home: -120, draw: null, away: 110 },
      spreadHome: null,
      result: { kind: "bout", winner, finish: false },
    });
    const bouts = [bout("home", from), bout("draw", "2002-09-21"), bout("none", "2002-09-22")];
    const time = settableClock("2026-11-21T12:00:00Z");
    const clock = await createSlateClock({ clock: time, store: memoryClockStore() });
    const { slates } = replaySlates({ sport: "ufc", rows: bouts, from, models, clock });
    const ids = slates.current("ufc").games.map(({ id }) => id);
    await slates.advance(4);
    expect([...(await slates.resultsOf(ids)).values()]).toEqual([
      { kind: "winner", winner: "home" },
      { kind: "winner", winner: "draw" },
      { kind: "void" },
    ]);
  });

  it("rates by the games before the slate's day and by none after it", async () => {
    const [one, other] = await Promise.all([replay(), replay(altered(from))]);
    const chances = ({ slates, ratings }: Awaited<ReturnType<typeof replay>>) =>
      slates.current("nfl").games.map((game) => probability(ratings("nfl"), fixtureOf(game)));
    expect(chances(other)).toEqual(chances(one));
    await Promise.all([one.slates.advance(3), other.slates.advance(3)]);
    expect(chances(other)).not.toEqual(chances(one));
  });

  it.each([1, 3, 40, 300])(
    "rates after %d days as if it had walked from the start",
    async (days) => {
      const model = present(models.get("nfl"));
      const { slates, ratings } = await replay();
      ratings("nfl");
      await slates.advance(days);
      const day = new Date(Date.parse(from) + days * 86_400_000).toISOString().slice(0, 10);
      expect(ratings("nfl").walk).toEqual(walkTo(model, rows, day).walk);
    },
  );

  it("refuses to begin after the last game", async () => {
    await expect(replay(rows.filter(({ date }) => date < from))).rejects.toThrow(
      "REPLAY_FROM 2002-09-20 lies after the last game of the results file, 2002-09-19",
    );
    await expect(replay([])).rejects.toThrow("the results file to replay has no games");
  });
});
