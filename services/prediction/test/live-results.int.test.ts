import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { probability } from "../src/engine/serving/predict.ts";
import type { FakeBook, FakeGame } from "../src/testing/fake-odds-shapes.ts";
import { present } from "../src/testing/present.ts";
import { openWorld } from "./live.ts";

const nfl = "americanfootball_nfl";
const nba = "basketball_nba";
const books: FakeBook[] = [{ title: "DraftKings", home: -150, away: 130 }];
const hour = 60;

let world: Awaited<ReturnType<typeof openWorld>>;
beforeAll(async () => {
  world = await openWorld({ at: "2026-11-21T12:00:00Z" });
});
afterAll(() => world.close());

const matchup = (id: string, home: string, away: string, start: string): FakeGame => ({
  id,
  home,
  away,
  start,
  books,
});

/** Lists a game and ends it; returns its id on the slate. */
const play = async (feed: string, game: FakeGame, ended: Partial<FakeGame>): Promise<string> => {
  const others = world.provider.games.get(feed) ?? [];
  world.provider.games.set(feed, [...others, game]);
  world.later(31);
  await world.process.poll();
  world.time.set(new Date(Date.parse(game.start) + 5 * hour * 60_000));
  world.provider.games.set(feed, [...others, { ...game, ...ended }]);
  await world.process.poll();
  return `${game.id}:${game.start.slice(0, 10)}`;
};
const resultOf = async (id: string) => (await world.process.slates.resultsOf([id])).get(id);

describe("live results", () => {
  it("are matched by name and requested after the expected end of the game", async () => {
    const game = matchup("one", "Chicago Bears", "Green Bay Packers", "2026-11-22T18:00:00Z");
    world.provider.games.set(nfl, [game]);
    await world.process.poll();
    world.time.set("2026-11-22T21:00:00Z");
    await world.process.poll();
    expect(world.provider.callsOf("scores")).toEqual([]);
    const id = await play(nfl, { ...game, id: "one" }, { score: { home: "24", away: "20" } });
    expect(await resultOf(id)).toEqual({ kind: "score", home: 24, away: 20 });
    const [call] = world.provider.callsOf("scores");
    expect(call).toMatchObject({ feed: nfl, query: { daysFrom: "3" } });
  });

  it("are requested for three days while a game is open or has no scores", async () => {
    const game = matchup("late", "Dallas Cowboys", "Detroit Lions", "2026-11-23T18:00:00Z");
    const id = await play(nfl, game, { completed: true, score: null });
    expect(await resultOf(id)).toBeUndefined();
    world.later(40 * hour);
    world.provider.games.set(nfl, [{ ...game, score: { home: "10", away: "13" } }]);
    await world.process.poll();
    expect(await resultOf(id)).toEqual({ kind: "score", home: 10, away: 13 });
    expect(world.provider.callsOf("scores").at(-1)?.query).toMatchObject({ daysFrom: "3" });
  });

  it("are no longer requested after the provider's limit of three days", async () => {
    world.provider.games.set(nfl, []);
    await play(nba, matchup("gone", "Miami Heat", "Utah Jazz", "2026-11-26T18:00:00Z"), {
      score: null,
      completed: false,
    });
    world.later(72 * hour);
    world.provider.games.clear();
    await world.process.poll();
    const requested = world.provider.callsOf("scores").length;
    world.later(24 * hour);
    await world.process.poll();
    expect(world.provider.callsOf("scores")).toHaveLength(requested);
  });

  it("never change after the first one", async () => {
    const id = "one:2026-11-22";
    const [game] = await world.process.games.finishedSince(new Date(0));
    const contrary = { kind: "score", home: 0, away: 50 } as const;
    await world.process.games.finish([{ ...present(game), result: contrary }], world.time.now());
    expect(await resultOf(id)).toEqual({ kind: "score", home: 24, away: 20 });
  });

  it("settle a game by the names of its teams when home and away are swapped", async () => {
    const game = matchup("swap", "Denver Nuggets", "Detroit Pistons", "2026-12-01T18:00:00Z");
    const swapped = { home: "Detroit Pistons", away: "Denver Nuggets" };
    const id = await play(nba, game, { ...swapped, score: { home: "100", away: "120" } });
    expect(await resultOf(id)).toEqual({ kind: "score", home: 120, away: 100 });
    world.provider.games.delete(nba);
  });

  it("have closing prices if these are late enough", async () => {
    const id = "one:2026-11-22";
    expect(await world.process.slates.closingGames?.([id])).toEqual(new Map());
    const game = matchup("close", "Chicago Bears", "Detroit Lions", "2026-12-02T18:00:00Z");
    world.provider.games.set(nfl, [game]);
    world.time.set("2026-12-02T15:00:00Z");
    await world.process.poll();
    const closing = () => world.process.slates.closingGames?.(["close:2026-12-02"]);
    expect(await closing()).toEqual(new Map());
    world.time.set("2026-12-02T18:00:00Z");
    expect((await closing())?.get("close:2026-12-02")).toMatchObject({
      home: "Chicago Bears",
      books: [{ book: "DraftKings", moneyline: { home: -150, draw: null, away: 130 } }],
    });
    world.provider.games.clear();
  });

  it("are never requested for fights, of which the provider has no scores", async () => {
    const mma = "mma_mixed_martial_arts";
    const bout = (id: string, day: string) =>
      matchup(id, "Zhang Weili", "Jessica Andrade", `2026-12-${day}T18:00:00Z`);
    await play(mma, bout("ufc-1", "05"), { score: { home: "0", away: "1" } });
    const requests = world.provider.callsOf("scores").map(({ feed }) => feed);
    expect(requests).not.toContain(mma);
  });
});

describe("live ratings", () => {
  const fixture = { home: "Boston Celtics", away: "Miami Heat" };
  const chance = (date: string) =>
    probability(world.process.ratings("nba"), { ...fixture, date }).home;

  it("include each result once in any order, also across a restart", async () => {
    world.provider.games.clear();
    world.time.set("2027-01-11T12:00:00Z");
    const before = chance("2027-01-20");
    const { version } = world.process.ratings("nba");
    await play(nba, matchup("c2", "Boston Celtics", "Utah Jazz", "2027-01-12T18:00:00Z"), {
      score: { home: "131", away: "90" },
    });
    const after = chance("2027-01-20");
    expect(after).toBeGreaterThan(before);
    await world.process.poll();
    expect(chance("2027-01-20")).toBe(after);
    expect(world.process.ratings("nba").version).not.toBe(version);

    const [known] = (await world.process.games.finishedSince(new Date(0))).filter(
      ({ eventId }) => eventId === "c2",
    );
    const { result: _result, ...c2 } = present(known);
    const earlier = {
      ...c2,
      id: "c1:2027-01-10",
      eventId: "c1",
      date: "2027-01-10",
      startsAt: new Date("2027-01-10T18:00:00Z"),
      home: "Miami Heat",
      away: "Boston Celtics",
    };
    await world.process.games.record([earlier], new Date("2027-01-10T12:00:00Z"));
    const result = { kind: "score", home: 131, away: 90 } as const;
    await world.process.games.finish([{ ...earlier, result }], world.time.now());
    await world.process.refresh();
    const restarted = await world.open("restarted");
    expect(probability(restarted.ratings("nba"), { ...fixture, date: "2027-01-20" }).home).toBe(
      chance("2027-01-20"),
    );
    expect(chance("2027-01-20")).toBeLessThan(after);
    await restarted.stop();
  });

  it("give way to the market when a team has no result for 60 days of its season", async () => {
    world.provider.games.set(nba, [
      matchup("s1", "Boston Celtics", "Utah Jazz", "2027-01-15T18:00:00Z"),
      matchup("s2", "Boston Celtics", "Orlando Magic", "2027-01-16T18:00:00Z"),
    ]);
    world.later(31);
    await world.process.poll();
    const [fresh, stale] = world.process.slates.current("nba").games;
    expect(fresh?.marketOnly).toBeUndefined();
    expect(stale?.marketOnly).toMatchObject({
      side: "Orlando Magic",
      ratedOn: expect.stringMatching(/^20\d\d-/),
    });
  });
});
