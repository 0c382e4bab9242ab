import { describe, expect, it } from "vitest";
import { aLeg } from "../testing/predictions.ts";
import { present } from "../testing/present.ts";
import { simulatedSeason } from "../testing/season.ts";
import { marketProbabilities } from "./market-probabilities.ts";

describe("closing probabilities", () => {
  it("are the consensus of the books once a game has started", async () => {
    const { slates, time } = await simulatedSeason();
    const game = present(slates.current("nfl").games[0]);
    const leg = aLeg(game.id);
    const market = marketProbabilities(slates);
    expect((await market.readClosing([game.id]))(leg)).toBeNull();
    time.set(game.startsAt);
    const probabilityOf = await market.readClosing([game.id]);
    const closed = present((await slates.closingGames([game.id])).get(game.id));
    expect(probabilityOf(leg)).toBe(market.consensusOf(closed)?.home);
    const away = probabilityOf({ ...leg, wager: { market: "moneyline", side: "away" } });
    expect((probabilityOf(leg) ?? 0) + (away ?? 0)).toBeCloseTo(1, 12);
    expect(probabilityOf({ ...leg, wager: { market: "moneyline", side: "draw" } })).toBeNull();
    expect(probabilityOf(aLeg("another"))).toBeNull();
  });

  it("use the line of a spread that was taken, where books still quote it", async () => {
    const { slates, time } = await simulatedSeason();
    const game = present(slates.current("nba").games[0]);
    const { line } = present(present(game.books[0]).spread);
    time.set(game.startsAt);
    const probabilityOf = await marketProbabilities(slates).readClosing([game.id]);
    const cover = (side: "home" | "away", at: number) =>
      probabilityOf(aLeg(game.id, { wager: { market: "spread", side, line: at } }));
    expect((cover("home", line) ?? 0) + (cover("away", line) ?? 0)).toBeCloseTo(1, 12);
    expect(cover("home", line + 30)).toBeNull();
  });
});
