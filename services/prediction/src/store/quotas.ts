import { createCache, shareLoads } from "@orbline/kit/cache";
import type { PredictionContext } from "../config.ts";
import { quotaUse, windowMs } from "../domain/quota.ts";
import type { PredictionQuotas } from "../use-cases/ports.ts";
import { predictionCollection } from "./prediction-document.ts";

const { minute: minuteMs, day: dayMs } = windowMs;

/** Requests of a user in the current minute and the current day (UTC). */
type Counter = { minute: number; inMinute: number; day: number; inDay: number };

/**
 * Quotas per user. A process counts in memory. The day also counts the predictions that are stored, which it reads at
 * most once a minute, so that a restart or another process does not give a second quota.
 */
export function predictionQuotas({
  connection,
  clock,
  config,
}: Pick<PredictionContext, "connection" | "clock" | "config">): PredictionQuotas {
  const predictions = predictionCollection(connection);
  const counters = createCache<Counter>({ max: 50_000, ttlMs: dayMs });
  const share = shareLoads({ max: 50_000, ttlMs: minuteMs });
  const countStored = (userId: string, day: number) =>
    share(`${day}:${userId}`, () =>
      predictions.countDocuments({ userId, createdAt: { $gte: new Date(day * dayMs) } }),
    );
  const paid = { minute: config.PREDICTIONS_PER_MINUTE, day: config.PREDICTIONS_PER_DAY };
  const trial = {
    minute: config.TRIAL_PREDICTIONS_PER_MINUTE,
    day: config.TRIAL_PREDICTIONS_PER_DAY,
  };
  const counterOf = (userId: string, minute: number, day: number): Counter => {
    const known = counters.get(userId) ?? { minute, inMinute: 0, day, inDay: 0 };
    if (known.minute !== minute) Object.assign(known, { minute, inMinute: 0 });
    if (known.day !== day) Object.assign(known, { day, inDay: 0 });
    counters.set(userId, known);
    return known;
  };
  return {
    take: async (userId, { isTrial }) => {
      const quotas = isTrial ? trial : paid;
      const nowMs = clock.now().getTime();
      const [minute, day] = [Math.floor(nowMs / minuteMs), Math.floor(nowMs / dayMs)];
      const stored = await countStored(userId, day);
      const counter = counterOf(userId, minute, day);
      counter.inDay = Math.max(counter.inDay, stored);
      const isWithin = counter.inMinute < quotas.minute && counter.inDay < quotas.day;
      const uses = [
        quotaUse("minute", { quota: quotas.minute, used: counter.inMinute, nowMs }),
        quotaUse("day", { quota: quotas.day, used: counter.inDay, nowMs }),
      ];
      if (!isWithin) return uses;
      counter.inMinute += 1;
      counter.inDay += 1;
      return uses.map((use) => ({ ...use, remaining: use.remaining - 1 }));
    },
  };
}
