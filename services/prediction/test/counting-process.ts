// A process that settles and counts for as long as it lives; the test of counting kills it anywhere.
import { createLogger } from "@orbline/kit/observability/logger";
import { connectMongo } from "@orbline/kit/mongo/connection";
import { mongoBettingProfiles } from "../src/store/mongo-betting-profiles.ts";
import { mongoPerformances } from "../src/store/mongo-performances.ts";
import { mongoPredictions } from "../src/store/mongo-predictions.ts";
import { countSettled } from "../src/use-cases/count-settled.ts";
import { countingSlates } from "./counting-slates.ts";
import { settlePredictions } from "../src/use-cases/settle-predictions.ts";

const logger = createLogger({ service: "test", level: "silent" });
const connection = await connectMongo({ url: process.argv[2] ?? "", logger });
const predictions = mongoPredictions({ connection });
const settle = settlePredictions({
  slates: countingSlates,
  predictions,
  closings: { read: () => Promise.resolve(() => 0.45) },
  onUnreadable: ({ reason }) => {
    throw new Error(reason);
  },
});
const count = countSettled({
  profiles: mongoBettingProfiles({ connection }),
  performances: mongoPerformances({ connection }),
});

const keepOn = async (job: () => Promise<unknown>): Promise<never> => {
  for (;;) {
    // Contended counts are tried again, as the service's own repetition does.
    await job().catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
};

process.stdout.write("ready\n");
await Promise.all([keepOn(settle), keepOn(count)]);
