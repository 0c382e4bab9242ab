// Fills in a past of the simulated season, with the settings of the running product: npm run slate:backfill -- --days N
import { systemClock } from "@orbline/kit/clock";
import { connectMongo } from "@orbline/kit/mongo/connection";
import { createLogger } from "@orbline/kit/observability/logger";
import { holdJob } from "@orbline/kit/process/schedule";
import { isOutage } from "@orbline/kit/outage";
import type { Connection } from "mongoose";
import { readBackfillConfig } from "../../config.ts";
import { withoutGuardrails } from "../../domain/guardrails.ts";
import { addDays, dateOf, dayMs, timeOn } from "../../domain/dates.ts";
import { marketProbabilities } from "../../picks/market-probabilities.ts";
import { openPicks } from "../../picks/open-picks.ts";
import { slatePicks } from "../../picks/slate-picks.ts";
import { loadModels } from "../../slates/models.ts";
import { simulatedSlates } from "../../slates/simulated/season.ts";
import { mongoBettingProfiles, mongoPerformances } from "../../store/counts.ts";
import { mongoPredictions } from "../../store/predictions.ts";
import { mongoSlateClock } from "../../store/slate-clock.ts";
import { createTrackRecord } from "../../store/track-record.ts";
import { generatePrediction } from "../../use-cases/generate-prediction.ts";
import { predictionIds } from "../../use-cases/prediction-id.ts";
import type { Clock, Predictions, SettlementMonitor } from "../../use-cases/ports.ts";
import { settleAndCount, settlementJob } from "../../use-cases/settle-predictions.ts";
import { planOf } from "./backfill-plan.ts";

/** Hour (UTC) at which a day's picks are taken. */
const pickHour = 12;

export type BackfillResult = {
  from: string;
  to: string;
  added: number;
  known: number;
  settled: number;
};

/**
 * Fills in the last days of the simulated season with the code that serves subscribers: each day's picks come from
 * the games and prices of that day, and are settled after their games. Nothing of a later day is used, and a second
 * run changes nothing. Days are those of the slate's own clock.
 */
export async function backfill(options: {
  connection: Connection;
  clock: Clock;
  seed: string;
  days: number;
  demoUserId: string | undefined;
  settlementMonitor: SettlementMonitor;
}): Promise<BackfillResult> {
  const { connection, clock, seed, days, demoUserId, settlementMonitor } = options;
  const offsetDays = await mongoSlateClock(connection, "simulated").load();
  const slateNow = new Date(clock.now().getTime() + offsetDays * dayMs);
  const today = dateOf(slateNow);
  const from = addDays(today, -days);

  let at = timeOn(from, pickHour);
  const slateClock = {
    now: () => at,
    advance: () => Promise.reject(new Error("a backfill moves its clock itself")),
  };
  const { slates, ratings } = simulatedSlates(seed, loadModels(), slateClock);
  const result = { from, to: addDays(today, -1), added: 0, known: 0, settled: 0 };
  // Predictions are dated by the real clock, which the slate's clock may be ahead of.
  const realClock = { now: () => new Date(at.getTime() - offsetDays * dayMs) };
  const performances = mongoPerformances(connection, settlementMonitor);
  const stored = mongoPredictions(connection);
  const trackRecord = await createTrackRecord({
    performances,
    predictions: stored,
    clock: realClock,
  });
  const predictions: Predictions = {
    ...stored,
    add: async (prediction) => {
      const added = await stored.add(prediction);
      result[added === prediction ? "added" : "known"] += 1;
      return added;
    },
    find: async (userId, id) => {
      const found = await stored.find(userId, id);
      if (found) result.known += 1;
      return found;
    },
  };
  const deps = {
    clock: realClock,
    slates,
    picks: slatePicks({ slates, ratings, trackRecord }),
    predictions,
    profiles: mongoBettingProfiles(connection, settlementMonitor),
    performances,
    trackRecord,
    market: marketProbabilities(slates),
    settlementMonitor,
    // Nobody gets emails about the past.
    notifications: { findEach: () => Promise.resolve(new Set<string>()) },
    pushDevices: { listOf: () => Promise.resolve(new Map()) },
  };
  const fillIn = async () => {
    for (let date = from; date < today; date = addDays(date, 1)) {
      const planned = planOf(date, { seed, demoUserId });
      if (planned.length === 0) continue;
      at = timeOn(date, pickHour);
      result.settled += await settleAndCount(deps);
      const generateDeps = {
        ...deps,
        // A simulated past hides nothing.
        predictionId: predictionIds(seed),
        openPicks: openPicks(predictions),
        guardrails: withoutGuardrails,
      };
      await Promise.all(planned.map((request) => generatePrediction(generateDeps, request)));
    }
    at = slateNow;
    result.settled += await settleAndCount(deps);
  };
  // A running product would settle the same predictions, but date that by today.
  await holdJob(connection, settlementJob, fillIn);
  return result;
}

/** Backfills the configured database; returns a report in one line. */
async function run(): Promise<string> {
  const { MONGO_URL: url, LOG_LEVEL, ...config } = readBackfillConfig();
  const logger = createLogger({ service: "prediction", level: LOG_LEVEL, stream: process.stderr });
  const connection = await connectMongo({ url, logger });
  try {
    const { from, to, added, known, settled } = await backfill({
      connection,
      clock: systemClock,
      seed: config.SLATE_SEED,
      days: config.BACKFILL_DAYS,
      demoUserId: config.BACKFILL_USER,
      settlementMonitor: {
        reportUnreadable: ({ id, reason }) =>
          logger.error({ predictionId: id, reason }, "a stored prediction cannot be settled"),
      },
    });
    return `${from} to ${to}: ${added} predictions added, ${known} were there, ${settled} settled\n`;
  } finally {
    await connection.close();
  }
}

if (import.meta.main) {
  try {
    process.stdout.write(await run());
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    if (isOutage(error)) process.stderr.write("Start the product first: make up.\n");
    process.exitCode = 1;
  }
}
