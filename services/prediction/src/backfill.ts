import type { Connection } from "mongoose";
import { plannedOn, type PlannedPrediction } from "./backfill-plan.ts";
import { openRecord } from "./open-record.ts";
import { slatePicks } from "./selection/slate-picks.ts";
import { loadModels } from "./slates/models.ts";
import { simulatedSlates } from "./slates/simulated-slates.ts";
import { mongoPredictions } from "./store/mongo-predictions.ts";
import { mongoSlateClock } from "./store/mongo-slate-clock.ts";
import { generatePrediction } from "./use-cases/generate-prediction.ts";
import type { Clock, Predictions } from "./use-cases/ports.ts";
import { addDays, dateOf, timeOn, dayMs } from "./domain/dates.ts";

/** Hour (UTC) at which a day's picks are taken. */
const pickHour = 12;

/** What a backfill did. */
export type Backfilled = {
  from: string;
  to: string;
  added: number;
  known: number;
  settled: number;
};

/** Predictions that are there already stay as they are. */
const keepingKnown = (predictions: Predictions, onKnown: () => void): Predictions => ({
  ...predictions,
  add: async (prediction) => {
    const isNew = await predictions.add(prediction);
    if (!isNew) onKnown();
    return isNew;
  },
});

/**
 * Lives the last days of the simulated season again: each day's picks are chosen from the games and prices of
 * that day, stored, and settled when their games had ended, by the code that serves subscribers. Nothing of a
 * later day is known to it. Running it again changes nothing. Days are those of the slate's own clock.
 */
export const backfill = async ({
  connection,
  clock,
  seed,
  days,
  demoUserId,
  onUnreadable,
}: {
  connection: Connection;
  clock: Clock;
  seed: string;
  days: number;
  demoUserId: string | undefined;
  onUnreadable: Parameters<typeof openRecord>[0]["onUnreadable"];
}): Promise<Backfilled> => {
  const started = dateOf(clock.now());
  const store = mongoSlateClock({ connection, name: "simulated" });
  const { offsetDays } = await store.load({ startedOn: started, offsetDays: 0 });
  const slateNow = new Date(clock.now().getTime() + offsetDays * dayMs);
  const today = dateOf(slateNow);
  const from = addDays(today, -days);

  let at = timeOn(from, pickHour);
  const slateClock = {
    now: () => at,
    startedOn: started,
    advance: () => Promise.reject(new Error("the past does not move")),
  };
  const { slates, ratings } = simulatedSlates({ seed, models: loadModels(), clock: slateClock });
  const result: Backfilled = { from, to: addDays(today, -1), added: 0, known: 0, settled: 0 };
  const predictions = keepingKnown(mongoPredictions({ connection }), () => (result.known += 1));
  /** Predictions are dated by the real clock, which the slate's may be ahead of. */
  const asked: Clock = { now: () => new Date(at.getTime() - offsetDays * dayMs) };
  const kept = { connection, slates, predictions, clock: asked, onUnreadable };
  const { settle, past } = await openRecord(kept);
  const picks = slatePicks({ slates, ratings, past });

  const predict = async ({ id, ...wish }: PlannedPrediction) => {
    const parts = { picks, predictions, clock: asked, newId: () => id };
    const given = await generatePrediction(parts)(wish);
    return given.kind === "given" ? 1 : 0;
  };
  for (let date = from; date < today; date = addDays(date, 1)) {
    const planned = plannedOn({ seed, demoUserId }, date);
    if (planned.length === 0) continue;
    at = timeOn(date, pickHour);
    result.settled += await settle();
    const given = await Promise.all(planned.map(predict));
    result.added += given.reduce<number>((sum, one) => sum + one, 0);
  }
  at = slateNow;
  result.settled += await settle();
  return { ...result, added: result.added - result.known };
};
