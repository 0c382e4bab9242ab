import type { Connection } from "mongoose";
import type { Config } from "./config.ts";
import { readResults } from "./model-cli/results-file.ts";
import { loadModels } from "./slates/models.ts";
import { replaySlates } from "./slates/replay-slates.ts";
import { type RatedSlates, simulatedSlates } from "./slates/simulated-slates.ts";
import { createSlateClock } from "./slates/slate-clock.ts";
import { mongoSlateClock } from "./store/mongo-slate-clock.ts";
import type { Clock } from "./use-cases/ports.ts";

/** Opens the slate that the configuration names: a replay, or the simulated season. */
export const openSlates = async ({
  config,
  connection,
  clock,
}: {
  config: Config;
  connection: Connection;
  clock: Clock;
}): Promise<RatedSlates> => {
  const models = loadModels();
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
