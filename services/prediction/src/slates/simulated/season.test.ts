import { describe, expect, it } from "vitest";
import { saleEndsMs } from "../../domain/dates.ts";
import { present } from "../../testing/present.ts";
import type { GameResult, SlateGame } from "../../domain/slate.ts";
import { sports, type Sport } from "../../domain/sport.ts";
import { simulatedSeason } from "../../testing/season.ts";

const { slates, time } = await simulatedSeason();

const dayOf = ({ startsAt }: SlateGame) => startsAt.toISOString().slice(0, 10);

const mostGames = (games: readonly SlateGame[], unit: (game: SlateGame) => string): number => {
  const counts = new Map<string, number>();
  for (const game of games)
    for (const side of [game.home, game.away]) {
      const key = `${unit(game)} ${side}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  return Math.max(...counts.values());
};

describe.each(sports)("the simulated season of %s", (sport) => {
  const slate = slates.current(sport);

  it("has upcoming games with prices, in order, labeled as simulated", () => {
    expect(slate).toMatchObject({ sport, kind: "simulated", label: "Simulated slate" });
    expect(slate.games.length).toBeGreaterThanOrEqual(10);
    for (const [index, { startsAt, endsAt, books }] of slate.games.entries()) {
      expect(startsAt > time.now()).toBe(true);
      expect(endsAt > startsAt).toBe(true);
      expect(startsAt.getTime() - time.now().getTime()).toBeLessThan(8 * 86_400_000);
      expect(startsAt >= (slate.games[index - 1]?.startsAt ?? startsAt)).toBe(true);
      expect(books.length).toBe(5);
      for (const book of books) expect(book.updatedAt <= time.now()).toBe(true);
    }
  });

  it("never lets a team play twice on a day or against itself", () => {
    expect(mostGames(slate.games, dayOf)).toBe(1);
    for (const { home, away } of slate.games) expect(home).not.toBe(away);
  });

  it("prices draws in soccer only", () => {
    const draws = slate.games.flatMap(({ books }) =>
      books.map(({ moneyline }) => typeof moneyline?.draw === "number"),
    );
    expect(new Set(draws)).toEqual(new Set([sport === "soccer"]));
  });

  it("follows from its seed alone, also after a restart", async () => {
    const [again, other] = await Promise.all([
      simulatedSeason(),
      simulatedSeason({ seed: "other" }),
    ]);
    expect(again.slates.current(sport)).toEqual(slate);
    expect(other.slates.current(sport).games).not.toEqual(slate.games);
  });
});

describe("the simulated season", () => {
  const resultOf = async ({ id }: SlateGame): Promise<GameResult | undefined> =>
    (await season.slates.resultsOf([id])).get(id);
  const season = { slates, time };

  it("returns a result once the game has ended, and always the same one", async () => {
    const own = await simulatedSeason();
    const first = present(own.slates.current("nba").games[0]);
    const ask = async (at: Date) => {
      own.time.set(at);
      return (await own.slates.resultsOf([first.id])).get(first.id);
    };
    expect(await ask(new Date(first.startsAt.getTime() + 60_000))).toBeUndefined();
    expect(await ask(new Date(first.endsAt.getTime() - 1))).toBeUndefined();
    const result = await ask(first.endsAt);
    expect(result).toMatchObject({ kind: "score" });
    expect(await ask(new Date("2027-03-01T00:00:00Z"))).toEqual(result);
    const restarted = await simulatedSeason({ at: "2027-03-01T00:00:00Z" });
    expect((await restarted.slates.resultsOf([first.id])).get(first.id)).toEqual(result);
  });

  it("has no result for a game that it never listed", async () => {
    for (const id of ["sim-nba-2026-11-20-nobody-nowhere", "sim-golf-2026-11-20-a-b", "x", ""])
      expect(await resultOf({ id } as SlateGame)).toBeUndefined();
  });

  it("takes a game from the slate two minutes before it starts", async () => {
    const own = await simulatedSeason();
    const before = own.slates.current("mlb");
    const first = present(before.games[0]);
    const endsAt = first.startsAt.getTime() - saleEndsMs;
    own.time.set(new Date(endsAt - 1));
    expect(own.slates.current("mlb")).toBe(before);
    own.time.set(new Date(endsAt));
    const after = own.slates.current("mlb");
    expect(after.snapshotId).not.toBe(before.snapshotId);
    expect(after.games).not.toContainEqual(first);
    expect(after.games).toEqual(before.games.filter(({ startsAt }) => startsAt > first.startsAt));
  });

  it("lists the next day at midnight", async () => {
    const own = await simulatedSeason({ at: "2026-11-21T23:59:59Z" });
    const before = own.slates.current("nba");
    own.time.set("2026-11-22T00:00:00Z");
    const lastDay = (games: readonly SlateGame[]) => games.map(dayOf).toSorted().at(-1);
    expect([lastDay(before.games), lastDay(own.slates.current("nba").games)]).toEqual([
      "2026-11-28",
      "2026-11-29",
    ]);
  });

  it("moves its clock when it is advanced", async () => {
    const own = await simulatedSeason();
    const sport: Sport = "nhl";
    const [first] = own.slates.current(sport).games;
    expect(await own.slates.advance(8)).toEqual(new Date("2026-11-29T12:00:00Z"));
    expect(own.slates.now()).toEqual(new Date("2026-11-29T12:00:00Z"));
    expect((await own.slates.resultsOf([first?.id ?? ""])).size).toBe(1);
    await expect(own.slates.advance(0)).rejects.toThrow(/whole number from 1 to 400/);
  });
});
