import { dayMs, hourMs, minuteMs } from "../domain/dates.ts";
import type { LegSummary, PredictionSummary } from "../domain/prediction.ts";
import { settlePrediction } from "../domain/settle.ts";
import type { GameResult } from "../domain/slate.ts";
import { type NotifiedDeps, readNotified } from "./notify-settled.ts";
import type { MarketProbabilities, PredictionDeps, Predictions } from "./ports.ts";

const batchSize = 200;
/** Concurrent writes; the other database connections stay free for requests. */
const maxConcurrentWrites = 8;
/** A late result is asked for often on the first day, then seldom until the game is void. */
const [retryMs, lateRetryMs] = [5 * minuteMs, hourMs];

/** Name of the periodic job that settles. */
export const settlementJob = "settlement";

type SettleDeps = Pick<PredictionDeps, "slates" | "predictions" | "market" | "settlementMonitor"> &
  NotifiedDeps;

/** Settles predictions, counts them and refreshes the track record; returns the number of settled predictions. */
export async function settleAndCount(
  deps: SettleDeps & Pick<PredictionDeps, "profiles" | "performances" | "trackRecord">,
): Promise<number> {
  const settled = await settlePredictions(deps);
  await deps.profiles.countSettled();
  await deps.performances.countSettled();
  await deps.trackRecord.refresh();
  return settled;
}

/**
 * Settles every open prediction as its games end by the slate's clock: a parlay is lost with its first lost leg, and
 * its open legs follow. A second run changes nothing; an unreadable prediction does not hold up the others. Returns the number of
 * settled predictions.
 */
export async function settlePredictions(deps: SettleDeps): Promise<number> {
  const { slates, predictions, market, settlementMonitor } = deps;
  let settled = 0;
  for (;;) {
    const now = slates.now();
    const { readable: due, unreadable } = await predictions.findDue(now, batchSize);
    for (const found of unreadable) {
      await predictions.setAside(found.id);
      settlementMonitor.reportUnreadable(found);
    }
    const gameIds = [...new Set(due.flatMap(({ legs }) => legs.map(({ gameId }) => gameId)))];
    const [results, closingProbabilityOf, { isNotified }] = await Promise.all([
      slates.resultsOf(gameIds),
      market.readClosing(gameIds),
      readNotified(deps, due),
    ]);
    for (let from = 0; from < due.length; from += maxConcurrentWrites) {
      const batch = due.slice(from, from + maxConcurrentWrites);
      const ended = await Promise.all(
        batch.map((one) =>
          settleOne(predictions, one, { now, results, closingProbabilityOf, isNotified }),
        ),
      );
      settled += ended.filter(Boolean).length;
    }
    if (due.length + unreadable.length < batchSize) return settled;
  }
}

/** Settles one prediction as far as results allow; true when this call settled it. */
async function settleOne(
  predictions: Predictions,
  prediction: PredictionSummary,
  known: {
    now: Date;
    results: ReadonlyMap<string, GameResult>;
    closingProbabilityOf: Awaited<ReturnType<MarketProbabilities["readClosing"]>>;
    isNotified: (userId: string) => boolean;
  },
): Promise<boolean> {
  const { now, results, closingProbabilityOf, isNotified } = known;
  const { id, legs } = prediction;
  const ended = settlePrediction(prediction, results, now);
  const isSettled =
    ended !== undefined &&
    (await predictions.settle(prediction, {
      ...ended,
      closingProbabilities: legs.map(closingProbabilityOf),
      settledAt: now,
      isNotified: isNotified(prediction.userId),
    }));
  const { legOutcomes } = ended ?? prediction;
  const open = legs.filter((_, index) => legOutcomes[index] === "open");
  if (open.length > 0) await predictions.postpone(id, nextDue(open, now));
  return isSettled;
}

/** When the next of some open legs can have a result. */
function nextDue(open: readonly LegSummary[], now: Date): Date {
  const times = open.map(({ endsAt }) => {
    const lateMs = now.getTime() - endsAt.getTime();
    if (lateMs < 0) return endsAt.getTime();
    return now.getTime() + (lateMs < dayMs ? retryMs : lateRetryMs);
  });
  return new Date(Math.min(...times));
}
