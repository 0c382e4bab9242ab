import { describe, expect, it } from "vitest";
import { aLeg } from "../testing/records.ts";
import { present } from "../testing/present.ts";
import { simulatedSeason } from "../testing/season.ts";
import { consensusOf, slateClosings } from "./slate-closings.ts";

describe("closing prices", () => {
  it("are known once a game has started, and are what the books' median thinks", async () => {
    const { slates, time } = await simulatedSeason();
    const game = present(slates.current("nfl").games[0]);
    const leg = aLeg(game.id);
    const closings = slateClosings({ slates });
    expect((await closings.read([game.id]))(leg)).toBeNull();
    time.set(game.startsAt);
    const chanceOf = await closings.read([game.id]);
    const closed = present((await slates.closingOf([game.id])).get(game.id));
    expect(chanceOf(leg)).toBe(consensusOf(closed)?.home);
    const away = chanceOf({ ...leg, wager: { market: "moneyline", side: "away" } });
    expect((chanceOf(leg) ?? 0) + (away ?? 0)).toBeCloseTo(1, 12);
    expect(chanceOf({ ...leg, wager: { market: "moneyline", side: "draw" } })).toBeNull();
    expect(chanceOf(aLeg("another"))).toBeNull();
  });

  it("count a spread at the line that was taken, where books still have it", async () => {
    const { slates, time } = await simulatedSeason();
    const game = present(slates.current("nba").games[0]);
    const { line } = present(present(game.books[0]).spread);
    time.set(game.startsAt);
    const chanceOf = await slateClosings({ slates }).read([game.id]);
    const cover = (side: "home" | "away", at: number) =>
      chanceOf(aLeg(game.id, { wager: { market: "spread", side, line: at } }));
    expect((cover("home", line) ?? 0) + (cover("away", line) ?? 0)).toBeCloseTo(1, 12);
    expect(cover("home", line + 30)).toBeNull();
  });
});
