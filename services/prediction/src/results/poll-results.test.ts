import { createLogger } from "@orbline/kit/observability/logger";
import { createMetrics } from "@orbline/kit/observability/metrics";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { SourceGame } from "../domain/live-games/rated-result.ts";
import type { Sport } from "../domain/sport.ts";
import { feedsFor } from "../odds-provider/feeds.ts";
import { memoryLiveGames, memoryResults } from "../testing/live-stores.ts";
import { settableClock } from "../testing/season.ts";
import { resultsMetrics } from "./metrics.ts";
import { pollResults } from "./poll-results.ts";
import { ResultsFailure, type ResultsQuery, type ResultsSource } from "./source.ts";

const logger = createLogger({ service: "test", level: "silent" });
const minute = 60_000;
const pair = { home: "Boston Celtics", away: "Miami Heat" };
const startsAt = new Date("2026-11-22T00:30:00Z");
const final: SourceGame = {
  sourceId: "game-1",
  sport: "nba",
  date: "2026-11-21",
  startsAt: new Date("2026-11-22T01:10:00Z"),
  home: "Miami Heat",
  away: "Boston Celtics",
  status: "finished",
  result: { kind: "score", home: 90, away: 101 },
};

let requests: ResultsQuery[];
let reply: (query: ResultsQuery) => SourceGame[];
let clock: ReturnType<typeof settableClock>;
let results: ReturnType<typeof memoryResults>;
let games: ReturnType<typeof memoryLiveGames>;
beforeEach(() => {
  requests = [];
  reply = () => [];
  clock = settableClock("2026-11-22T12:00:00Z");
  results = memoryResults();
  games = memoryLiveGames();
});

const sourceWith = (more: Partial<ResultsSource> = {}): ResultsSource => ({
  name: "api-sports",
  reachDays: Number.POSITIVE_INFINITY,
  stepDays: 100,
  overlapDays: 2,
  covers: () => true,
  pace: () => Promise.resolve({ awaitedMs: 5 * minute, idleMs: 360 * minute }),
  games: (query) => {
    requests.push(query);
    return Promise.resolve().then(() => reply(query));
  },
  ...more,
});

const open = ({
  sports = ["nba"],
  source = sourceWith(),
  hold = () => Promise.resolve(true),
}: { sports?: Sport[]; source?: ResultsSource | undefined; hold?: () => Promise<boolean> } = {}) =>
  pollResults({
    feeds: feedsFor([]).filter(({ sport }) => sports.includes(sport)),
    sourceOf: () => source,
    fittedTo: () => "2026-06-14",
    results,
    games,
    matchTeam: (_feed, name) => name,
    hold,
    clock,
    logger,
    metrics: resultsMetrics({ logger, metrics: createMetrics("test") }),
  });
const later = (minutes: number) => clock.set(new Date(clock.now().getTime() + minutes * minute));

describe("polling of results", () => {
  it("fetches everything since the fit in steps, and goes on where another process stopped", async () => {
    await open()();
    await open()();
    expect(requests).toEqual([
      { sport: "nba", from: "2026-06-12", to: "2026-09-20" },
      { sport: "nba", from: "2026-09-18", to: "2026-11-24" },
    ]);
    expect(await results.progress()).toMatchObject([{ completeTo: "2026-11-21" }]);
    await open()();
    expect(requests).toHaveLength(2);
  });

  it("asks for the last days now and then, also without a game on sale", async () => {
    for (const _step of [1, 2]) await open()();
    later(359);
    await open()();
    expect(requests).toHaveLength(2);
    later(2);
    await open()();
    expect(requests.at(-1)).toEqual({ sport: "nba", from: "2026-11-19", to: "2026-11-24" });
  });

  it("closes the gap after the process was down", async () => {
    for (const _step of [1, 2]) await open()();
    later(40 * 24 * 60);
    await open()();
    expect(requests.at(-1)).toEqual({ sport: "nba", from: "2026-11-19", to: "2027-01-03" });
  });

  it("reads whole files again, which may get the results of weeks at once", async () => {
    const whole = Number.POSITIVE_INFINITY;
    const source = sourceWith({ name: "files", stepDays: whole, overlapDays: whole });
    await open({ source })();
    later(361);
    reply = () => [{ ...final, date: "2026-09-01", startsAt: undefined }];
    await open({ source })();
    expect(requests).toEqual([
      { sport: "nba", from: "2026-06-14", to: "2026-11-24" },
      { sport: "nba", from: "2026-06-14", to: "2026-11-24" },
    ]);
    expect(results.all()).toMatchObject([{ date: "2026-09-01" }]);
  });

  it("asks for a late result again within minutes, and settles by names and time", async () => {
    for (const _step of [1, 2]) await open()();
    const endsAt = new Date(startsAt.getTime() + 150 * minute);
    const sold = { eventId: "e", feed: "basketball_nba", sport: "nba", ...pair } as const;
    await games.record([{ id: "e:1", date: "2026-11-21", startsAt, endsAt, ...sold }], startsAt);
    later(6);
    await open()();
    expect((await games.find(["e:1"]))[0]?.result).toBeUndefined();
    reply = () => [final];
    later(4);
    await open()();
    expect(requests).toHaveLength(3);
    later(1);
    await open()();
    expect((await games.find(["e:1"]))[0]?.result).toEqual({ kind: "score", home: 101, away: 90 });
    expect(results.all()).toMatchObject([{ id: "api-sports:basketball_nba:game-1" }]);
  });

  it("lets no failing competition hold up another, and tries it again later and later", async () => {
    reply = ({ sport }) => {
      if (sport === "nba") throw new Error("status 500");
      return [];
    };
    const poll = open({ sports: ["nba", "nhl"] });
    const random = vi.spyOn(Math, "random").mockReturnValue(0);
    for (let step = 0; step < 120; step += 1) {
      await poll();
      later(2);
    }
    random.mockRestore();
    const of = (sport: Sport) => requests.filter((query) => query.sport === sport);
    expect(of("nhl")).toHaveLength(2);
    expect(of("nba")).toHaveLength(7);
    const progress = await results.progress();
    expect(progress.find(({ sport }) => sport === "nba")).toMatchObject({
      completeTo: "2026-06-14",
      failures: 7,
      failure: "status 500",
    });
    expect(progress.find(({ sport }) => sport === "nhl")?.completeTo).toBe("2026-11-21");

    reply = () => [];
    later(120);
    await poll();
    expect((await results.progress()).find(({ sport }) => sport === "nba")?.failure).toBe(
      undefined,
    );
  });

  it("leaves a source alone for as long as it says", async () => {
    reply = () => {
      throw new ResultsFailure("no requests are left today", 600 * minute);
    };
    await open()();
    later(599);
    await open()();
    expect(requests).toHaveLength(1);
    later(1);
    await open()();
    expect(requests).toHaveLength(2);
  });

  it("never asks a source for what it does not cover", async () => {
    await open({
      sports: ["nba", "ufc"],
      source: sourceWith({ covers: (sport) => sport !== "ufc" }),
    })();
    expect(requests.map(({ sport }) => sport)).toEqual(["nba"]);
  });

  it("asks a source that costs money for games on sale alone, and notes what it cannot reach", async () => {
    const pace = () => Promise.resolve({ awaitedMs: 0, idleMs: Number.POSITIVE_INFINITY });
    const source = sourceWith({ reachDays: 2, pace });
    await open({ source })();
    expect(requests).toEqual([]);
    const endsAt = new Date(startsAt.getTime() + 150 * minute);
    const sold = { eventId: "e", feed: "basketball_nba", sport: "nba", ...pair } as const;
    await games.record([{ id: "e:1", date: "2026-11-21", startsAt, endsAt, ...sold }], startsAt);
    await open({ source })();
    expect(requests).toEqual([{ sport: "nba", from: "2026-11-20", to: "2026-11-24" }]);
    expect(await results.progress()).toMatchObject([
      { completeTo: "2026-11-21", missing: { from: "2026-06-15", to: "2026-11-19" } },
    ]);
  });

  it("asks nothing while another process holds the lease", async () => {
    await open({ hold: () => Promise.resolve(false) })();
    expect(requests).toEqual([]);
  });
});
