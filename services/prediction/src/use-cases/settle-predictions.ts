import type { PredictionRecord } from "../domain/prediction.ts";
import { settlePrediction } from "../domain/settle.ts";
import type { Closings, Predictions, Slates } from "./ports.ts";

const batchSize = 200;
/** Writes under way together; the rest of the database's connections stay for requests. */
const atOnce = 8;
const askAgainMs = 3_600_000;

/**
 * Settles every open prediction whose games have ended, by the slate's clock. Running it twice changes
 * nothing. Answers how many were settled.
 */
export const settlePredictions =
  ({
    slates,
    predictions,
    closings,
  }: {
    slates: Slates;
    predictions: Predictions;
    closings: Closings;
  }) =>
  async (): Promise<number> => {
    let settled = 0;
    for (;;) {
      const now = slates.now();
      const due = await predictions.findDue(now, batchSize);
      const gameIds = [...new Set(due.flatMap(({ legs }) => legs.map(({ gameId }) => gameId)))];
      const [results, closingOf] = await Promise.all([
        slates.resultsOf(gameIds),
        closings.read(gameIds),
      ]);
      const settleOne = async (record: PredictionRecord): Promise<boolean> => {
        const outcome = settlePrediction(record, results, now);
        const closing = record.legs.map(closingOf);
        const isStored =
          outcome && (await predictions.settle(record, { ...outcome, closing, settledAt: now }));
        if (outcome?.settlement && isStored) return true;
        await predictions.postpone(record.id, new Date(now.getTime() + askAgainMs));
        return false;
      };
      for (let from = 0; from < due.length; from += atOnce) {
        const ended = await Promise.all(due.slice(from, from + atOnce).map(settleOne));
        settled += ended.filter(Boolean).length;
      }
      if (due.length < batchSize) return settled;
    }
  };
