import { randomUUID } from "node:crypto";
import type { Logger } from "@orbline/kit/observability/logger";
import type { Metrics } from "@orbline/kit/observability/metrics";
import { repeat } from "@orbline/kit/process/schedule";
import type { Lifecycle } from "@orbline/kit/process/run";
import type { Connection } from "mongoose";
import type { Config } from "./config.ts";
import type { Sport } from "./domain/sport.ts";
import { teams, type ModelState } from "./engine/serving/predict.ts";
import { feedsFor } from "./odds/feeds.ts";
import { sideFinder } from "./odds/find-side.ts";
import { liveSlates } from "./odds/live-slates.ts";
import { oddsApiClient } from "./odds/odds-client.ts";
import { oddsWatch } from "./odds/odds-watch.ts";
import { pollFeeds } from "./odds/poll-feeds.ts";
import { providerTurn } from "./odds/provider-turn.ts";
import { mongoLiveGames } from "./store/mongo-live-games.ts";
import { mongoPollTurns } from "./store/mongo-poll-turns.ts";
import { mongoPriceSnapshots } from "./store/mongo-price-snapshots.ts";
import type { Clock } from "./use-cases/ports.ts";

/**
 * Opens the live slate: what the database holds at once, and from then on what this or another process
 * learns from the provider.
 */
export const openLive = async ({
  config,
  apiKey,
  models,
  connection,
  clock,
  logger,
  metrics,
  onStop,
}: {
  config: Config;
  apiKey: string;
  models: ReadonlyMap<Sport, ModelState>;
  connection: Connection;
  clock: Clock;
  logger: Logger;
  metrics: Metrics;
  onStop: Lifecycle["onStop"];
}) => {
  const games = mongoLiveGames({ connection });
  const snapshots = mongoPriceSnapshots({ connection });
  const live = liveSlates({ models, games, snapshots, clock });
  await live.refresh();

  const baseUrl = config.ODDS_API_URL;
  const watch = oddsWatch({ logger, metrics });
  const turn = providerTurn({
    connect: (onCredits) => oddsApiClient({ baseUrl, apiKey, onCredits }),
    turns: mongoPollTurns({ connection, name: "the-odds-api" }),
    clock,
    logger,
    watch,
    holder: randomUUID(),
  });
  const find = sideFinder((sport) => {
    const state = models.get(sport);
    return state ? teams(state) : [];
  });
  const feeds = feedsFor(config.ODDS_LEAGUES);
  const poll = pollFeeds({ feeds, turn, find, games, snapshots, clock, logger, watch });
  const job = async () => {
    try {
      await poll();
    } finally {
      await live.refresh();
    }
  };
  const everyMs = config.ODDS_POLL_SECONDS * 1_000;
  const polling = repeat({ name: "live slate", everyMs, job, logger });
  onStop("live slate", polling.stop);
  return live;
};
