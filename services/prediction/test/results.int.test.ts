import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createLogger } from "@orbline/kit/observability/logger";
import { createMetrics } from "@orbline/kit/observability/metrics";
import { connectMongo } from "@orbline/kit/mongo/connection";
import { migrate } from "@orbline/kit/mongo/migrations";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { addDays } from "../src/domain/dates.ts";
import { probability } from "../src/engine/serving/predict.ts";
import { feedsFor } from "../src/odds-provider/feeds.ts";
import { apiSportsSource } from "../src/results/api-sports/source.ts";
import { resultsMetrics } from "../src/results/metrics.ts";
import { pollResults } from "../src/results/poll-results.ts";
import { liveRatings } from "../src/results/ratings.ts";
import { loadModels } from "../src/slates/models.ts";
import { mongoLiveGames } from "../src/store/live/live-games.ts";
import { migrations } from "../src/store/migrations.ts";
import { mongoResults } from "../src/store/results.ts";
import { present } from "../src/testing/present.ts";
import { settableClock } from "../src/testing/season.ts";
import { ownDatabase } from "./live.ts";

const logger = createLogger({ service: "test", level: "silent" });
const models = loadModels();
const fitted = present(models.get("nba"));
const teams = ["Boston Celtics", "Miami Heat", "Utah Jazz", "Denver Nuggets"];
const opening = "2026-10-20";

/** A season of API-Sports with a game every day, and the requests that it got. */
const season = { requests: 0, failing: false, seasons: new Set<string>() };
const entries = Array.from({ length: 60 }, (_, day) => ({
  id: day,
  timestamp: Date.parse(`${addDays(opening, day)}T23:30:00Z`) / 1_000,
  status: { short: addDays(opening, day) < "2026-11-21" ? "FT" : "NS" },
  teams: { home: { name: teams[day % 4] }, away: { name: teams[(day + 1 + (day % 3)) % 4] } },
  scores: { home: { total: 90 + ((day * 7) % 40) }, away: { total: 101 } },
}));
const server = createServer((request, response) => {
  season.requests += 1;
  const { searchParams } = new URL(request.url ?? "/", "http://127.0.0.1");
  const label = searchParams.get("season") ?? "";
  season.seasons.add(label);
  response.writeHead(season.failing ? 503 : 200, { "x-ratelimit-requests-remaining": "5000" });
  response.end(JSON.stringify({ errors: [], response: label === "2026-2027" ? entries : [] }));
});

beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
afterAll(() => new Promise((resolve) => server.close(resolve)));
beforeEach(() => Object.assign(season, { requests: 0, failing: false, seasons: new Set() }));

const openProcess = async (mongoUrl: string, clock: ReturnType<typeof settableClock>) => {
  const connection = await connectMongo({ url: mongoUrl, logger });
  await migrate(connection, migrations);
  const [results, games] = [mongoResults(connection), mongoLiveGames(connection)];
  const ratings = liveRatings({
    models,
    results,
    games,
    clock,
    sourceOf: () => "api-sports",
    onUnknown: () => undefined,
  });
  const { port } = server.address() as AddressInfo;
  const source = apiSportsSource({
    url: `http://127.0.0.1:${port}/{host}`,
    apiKey: "key-of-a-test",
    clock,
    onUnreadable: (_what, _rows, why) => expect.fail(why),
  });
  const poll = pollResults({
    feeds: feedsFor([]).filter(({ sport }) => sport === "nba"),
    sourceOf: () => source,
    fittedTo: () => fitted.model.span.to,
    results,
    games,
    matchTeam: ratings.matchTeam,
    hold: () => Promise.resolve(true),
    clock,
    logger,
    metrics: resultsMetrics({ logger, metrics: createMetrics("test") }),
  });
  await ratings.refresh();
  const chance = () => {
    const fixture = { date: "2026-12-24", home: "Boston Celtics", away: "Miami Heat" };
    return probability(ratings.ratings("nba"), fixture).home;
  };
  return { connection, results, games, ratings, poll, chance };
};

it("catches up across restarts, and gives every process the same ratings", async () => {
  const [mongoUrl, clock] = [ownDatabase(), settableClock("2026-11-21T12:00:00Z")];
  const first = await openProcess(mongoUrl, clock);
  const before = first.chance();
  await first.poll();
  const [progress] = await first.results.progress();
  expect(progress?.completeTo).toBe(addDays(fitted.model.span.to, 200 - 7));
  await first.connection.close();

  const second = await openProcess(mongoUrl, clock);
  for (let step = 0; step < 8; step += 1) await second.poll();
  expect((await second.results.progress())[0]?.completeTo).toBe("2026-11-20");
  const requestsBefore = season.requests;
  await second.poll();
  expect(season.requests).toBe(requestsBefore);
  await second.ratings.refresh();
  expect(second.ratings.rated("nba")).toBe(32);
  expect(second.chance()).not.toBe(before);

  const third = await openProcess(mongoUrl, clock);
  expect(third.chance()).toBe(second.chance());
  await second.connection.close();
  await third.connection.close();
});

it("stores a changed result once, and nothing for a repeated response", async () => {
  const { connection, results } = await openProcess(
    ownDatabase(),
    settableClock("2026-11-21T12:00:00Z"),
  );
  const [stored, later] = [new Date("2026-11-21T12:00:00Z"), new Date("2026-11-21T13:00:00Z")];
  const game = {
    id: "files:one",
    source: "files",
    sourceId: "one",
    sport: "nba",
    league: undefined,
    date: "2026-11-20",
    startsAt: new Date("2026-11-20T23:30:00Z"),
    home: "Boston Celtics",
    away: "Miami Heat",
    status: "finished",
    result: { kind: "score", home: 101, away: 90, overtime: undefined },
    facts: { neutral: false, season: undefined },
  } as const;
  expect(await results.record([game, { ...game, id: "files:two" }], stored)).toBe(2);
  expect(await results.record([game], later)).toBe(0);
  expect(await results.changedSince(later)).toEqual([]);
  const corrected = { ...game, result: { kind: "score", home: 102, away: 90 } } as const;
  expect(await results.record([corrected], later)).toBe(1);
  expect(await results.changedSince(later)).toMatchObject([{ result: { home: 102 } }]);
  await connection.close();
});

it("settles games that were on sale while the source was down", async () => {
  const clock = settableClock("2026-11-18T12:00:00Z");
  const { connection, games, poll } = await openProcess(ownDatabase(), clock);
  for (let step = 0; step < 8; step += 1) await poll();
  const day = 30;
  const startsAt = new Date(`${addDays(opening, day)}T23:40:00Z`);
  const [home, away] = [entries[day]?.teams.away.name ?? "", entries[day]?.teams.home.name ?? ""];
  const endsAt = new Date(startsAt.getTime() + 9_000_000);
  const [sport, feed, eventId] = ["nba" as const, "basketball_nba", "sold"];
  const game = { id: "sold:1", eventId, feed, sport, home, away, startsAt, endsAt };
  await games.record([{ ...game, date: addDays(opening, day) }], clock.now());
  season.failing = true;
  clock.set("2026-11-20T12:00:00Z");
  await poll();
  expect((await games.find(["sold:1"]))[0]?.result).toBeUndefined();
  season.failing = false;
  clock.set("2026-11-20T12:03:00Z");
  await poll();
  expect((await games.find(["sold:1"]))[0]?.result).toEqual({
    kind: "score",
    home: 101,
    away: entries[day]?.scores.home.total,
  });
  await connection.close();
});

it("keeps the newest status of each sport", async () => {
  const connection = await connectMongo({ url: ownDatabase(), logger });
  const results = mongoResults(connection);
  const status = {
    sport: "nba",
    source: "api-sports",
    fittedTo: "2025-06-22",
    ratedTo: "2026-11-20",
    daysBehind: 0,
    rated: 32,
    staleTeams: 0,
    gamesToday: 4,
    modelToday: 4,
    updatedAt: new Date("2026-11-21T12:00:00Z"),
  } as const;
  await results.saveStatus({ ...status, failure: "status 503" });
  await results.saveStatus(status);
  expect(await results.status()).toEqual([status]);
  await connection.close();
});
