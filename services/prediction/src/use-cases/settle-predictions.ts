import { hourMs } from "../domain/dates.ts";
import type { PredictionSummary } from "../domain/prediction.ts";
import { settleLegs, settlePrediction } from "../domain/settle.ts";
import type { GameResult } from "../domain/slate.ts";
import type { MarketProbabilities, PredictionDeps, Predictions } from "./ports.ts";

const batchSize = 200;
/** Concurrent writes; the other database connections stay free for requests. */
const maxConcurrentWrites = 8;
const retryMs = hourMs;

type SettleDeps = Pick<PredictionDeps, "slates" | "predictions" | "market" | "settlementMonitor">;

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
 * Settles every open prediction whose games have ended by the slate's clock, and the legs that a lost parlay left
 * open. A second run changes nothing; an unreadable prediction does not hold up the others. Returns the number of
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
    const [results, closingProbabilityOf] = await Promise.all([
      slates.resultsOf(gameIds),
      market.readClosing(gameIds),
    ]);
    for (let from = 0; from < due.length; from += maxConcurrentWrites) {
      const batch = due.slice(from, from + maxConcurrentWrites);
      const ended = await Promise.all(
        batch.map((one) => settleOne(predictions, one, { now, results, closingProbabilityOf })),
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
  },
): Promise<boolean> {
  const { now, results, closingProbabilityOf } = known;
  const { id, legs, outcome } = prediction;
  const postpone = () => predictions.postpone(id, new Date(now.getTime() + retryMs));
  if (outcome !== "open") {
    const legOutcomes = settleLegs(prediction, results, now);
    if (legOutcomes) await predictions.settleLegs(id, legOutcomes);
    if (!legOutcomes || legOutcomes.includes("open")) await postpone();
    return false;
  }
  const ended = settlePrediction(prediction, results, now);
  const isStored =
    ended !== undefined &&
    (await predictions.settle(prediction, {
      ...ended,
      closingProbabilities: legs.map(closingProbabilityOf),
      settledAt: now,
    }));
  const isSettled = isStored && ended.settlement !== undefined;
  if (!isSettled || ended.legOutcomes.includes("open")) await postpone();
  return isSettled;
}
