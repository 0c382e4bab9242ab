import type { Logger } from "@orbline/kit/observability/logger";
import type { Metrics } from "@orbline/kit/observability/metrics";
import type { Lifecycle } from "@orbline/kit/process/run";
import type { Connection } from "mongoose";
import type { Config } from "./config.ts";
import { readResults } from "./commands/results-file.ts";
import { openLive } from "./open-live.ts";
import { loadModels } from "./slates/models.ts";
import { replaySlates } from "./slates/replay-slates.ts";
import { type RatedSlates, simulatedSlates } from "./slates/simulated-slates.ts";
import { createSlateClock } from "./slates/slate-clock.ts";
import { mongoSlateClock } from "./store/mongo-slate-clock.ts";
import type { Clock } from "./use-cases/ports.ts";

/** Opens the slate that the configuration names: live games, a replay, or the simulated season. */
export const openSlates = async ({
  config,
  connection,
  clock,
  logger,
  metrics,
  onStop,
}: {
  config: Config;
  connection: Connection;
  clock: Clock;
  logger: Logger;
  metrics: Metrics;
  onStop: Lifecycle["onStop"];
}): Promise<RatedSlates> => {
  const models = loadModels();
  const { ODDS_API_KEY: apiKey } = config;
  if (apiKey)
    return openLive({ config, apiKey, models, connection, clock, logger, metrics, onStop });
  const { REPLAY_FILE: file, REPLAY_SPORT: sport, REPLAY_FROM: from, SLATE_SEED: seed } = config;
  const isReplay = file && sport && from;
  const name = isReplay ? `replay:${sport}:${from}` : "simulated";
  const slateClock = await createSlateClock({
    clock,
    store: mongoSlateClock({ connection, name }),
  });
  if (!isReplay) return simulatedSlates({ seed, models, clock: slateClock });
  const rows = readResults(file, sport);
  return replaySlates({ sport, rows, from, models, clock: slateClock });
};
