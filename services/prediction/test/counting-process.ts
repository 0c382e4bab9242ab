// A process that settles and counts for as long as it lives; the test of counting kills it anywhere.
import { createLogger } from "@orbline/kit/observability/logger";
import { connectMongo } from "@orbline/kit/mongo/connection";
import { mongoBettingProfiles, mongoPerformances } from "../src/store/counts.ts";
import { mongoPredictions } from "../src/store/predictions.ts";
import { countingSlates } from "./counting-slates.ts";
import { settlePredictions } from "../src/use-cases/settle-predictions.ts";
import type { SettlementMonitor } from "../src/use-cases/ports.ts";

const logger = createLogger({ service: "test", level: "silent" });
const connection = await connectMongo({ url: process.argv[2] ?? "", logger });
const predictions = mongoPredictions(connection);
const monitor: SettlementMonitor = {
  reportUnreadable: ({ reason }) => {
    throw new Error(reason);
  },
};
const settle = () =>
  settlePredictions({
    slates: countingSlates,
    predictions,
    market: { consensusOf: () => null, readClosing: () => Promise.resolve(() => 0.45) },
    settlementMonitor: monitor,
    notifications: { findEach: () => Promise.resolve(new Set<string>()) },
    pushDevices: { listOf: () => Promise.resolve(new Map()) },
  });
const profiles = mongoBettingProfiles(connection, monitor);
const performances = mongoPerformances(connection, monitor);
const count = async () => {
  await profiles.countSettled();
  await performances.countSettled();
};

const keepOn = async (job: () => Promise<unknown>): Promise<never> => {
  for (;;) {
    // Contended counts are tried again, as the service's own repetition does.
    await job().catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
};

process.stdout.write("ready\n");
await Promise.all([keepOn(settle), keepOn(count)]);
