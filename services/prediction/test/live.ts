import { randomBytes } from "node:crypto";
import { Writable } from "node:stream";
import { createLogger } from "@orbline/kit/observability/logger";
import { createMetrics } from "@orbline/kit/observability/metrics";
import { migrate } from "@orbline/kit/mongo/migrations";
import { connectMongo } from "@orbline/kit/mongo/connection";
import { testEngines } from "@orbline/kit/testing/engines";
import { hourMs } from "../src/domain/dates.ts";
import { teams } from "../src/engine/serving/predict.ts";
import { feedsFor, defaultLeagues } from "../src/odds-provider/feeds.ts";
import { teamMatcher } from "../src/odds-provider/match-team.ts";
import { liveSlates } from "../src/odds-provider/live-slates.ts";
import { oddsApiClient } from "../src/odds-provider/client.ts";
import { oddsMetrics } from "../src/odds-provider/metrics.ts";
import { pollFeeds } from "../src/odds-provider/poll-feeds.ts";
import { oddsApiSource } from "../src/odds-provider/scores-source.ts";
import { oddsRequests } from "../src/odds-provider/requests.ts";
import { resultsMetrics } from "../src/results/metrics.ts";
import { pollResults } from "../src/results/poll-results.ts";
import { liveRatings } from "../src/results/ratings.ts";
import { loadModels } from "../src/slates/models.ts";
import { migrations } from "../src/store/migrations.ts";
import { mongoLiveGames } from "../src/store/live/live-games.ts";
import { mongoPollLease } from "../src/store/live/poll-lease.ts";
import { mongoResults } from "../src/store/results.ts";
import { mongoPriceSnapshots } from "../src/store/live/price-snapshots.ts";
import { fakeOddsApi, type FakeOddsApi } from "../src/testing/fake-odds-api.ts";
import { present } from "../src/testing/present.ts";
import { settableClock } from "../src/testing/season.ts";

const models = loadModels();
const matchTeam = teamMatcher((sport) => teams(present(models.get(sport))));

/** A database of its own on the test engines. */
export const ownDatabase = () =>
  new URL(`/live_${randomBytes(6).toString("hex")}`, testEngines().mongoUrl).href;

/** One process that may poll the provider, without its timers: a test calls `poll`. */
export const openProcess = async ({
  mongoUrl,
  provider,
  time,
  holder,
  baseUrl = provider.url,
}: {
  mongoUrl: string;
  provider: FakeOddsApi;
  time: ReturnType<typeof settableClock>;
  holder: string;
  baseUrl?: string;
}) => {
  const lines: string[] = [];
  const stream = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      lines.push(chunk.toString());
      done();
    },
  });
  const logger = createLogger({ service: "test", level: "debug", stream });
  const connection = await connectMongo({ url: mongoUrl, logger });
  await migrate(connection, migrations);
  const metrics = createMetrics("test");
  const games = mongoLiveGames(connection);
  const snapshots = mongoPriceSnapshots(connection);
  const results = mongoResults(connection);
  const ratings = liveRatings({
    models,
    results,
    games,
    clock: time,
    sourceOf: () => "the-odds-api",
    onUnknown: () => undefined,
  });
  const live = liveSlates({
    ratings,
    notSold: () => undefined,
    games,
    snapshots,
    clock: time,
    maxAgeMs: 48 * hourMs,
  });
  const watched = oddsMetrics({ logger, metrics });
  const requests = oddsRequests({
    connect: (onCredits) =>
      oddsApiClient({
        baseUrl,
        apiKey: provider.apiKey,
        onCredits,
        onLeftOut: (reason) => logger.warn({ reason }, "events of the odds provider are left out"),
      }),
    lease: mongoPollLease(connection, "the-odds-api"),
    clock: time,
    logger,
    metrics: watched,
    holder,
  });
  const feeds = feedsFor(defaultLeagues);
  const deps = { requests, matchTeam, games, snapshots, clock: time, logger, metrics: watched };
  const source = oddsApiSource({ ...deps, feeds });
  const pollScores = pollResults({
    ...deps,
    feeds,
    sourceOf: () => source,
    fittedTo: (sport) => present(models.get(sport)).model.span.to,
    results,
    hold: requests.hold,
    metrics: resultsMetrics({ logger, metrics }),
  });
  const pollPrices = pollFeeds({ ...deps, feeds });
  await live.refresh();
  return {
    ...live,
    games,
    results,
    connection,
    /** Log lines and the content of /metrics. */
    lines,
    metrics: () => metrics.registry.metrics(),
    poll: async () => {
      await pollScores();
      await pollPrices();
      await live.refresh();
    },
    stop: () => connection.close(),
  };
};

/** A provider, a clock and one process on a database of its own. */
export const openWorld = async ({
  at = "2026-11-21T12:00:00Z",
  credits = 20_000,
}: { at?: string; credits?: number } = {}) => {
  const time = settableClock(at);
  const provider = await fakeOddsApi({ now: time.now, credits });
  const mongoUrl = ownDatabase();
  const open = (holder: string, baseUrl?: string) =>
    openProcess({ mongoUrl, provider, time, holder, ...(baseUrl && { baseUrl }) });
  const process = await open("first");
  return {
    time,
    provider,
    process,
    open,
    later: (minutes: number) => time.set(new Date(time.now().getTime() + minutes * 60_000)),
    close: async () => {
      await process.stop();
      await provider.close();
    },
  };
};
