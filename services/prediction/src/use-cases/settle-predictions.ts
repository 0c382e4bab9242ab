import { settlePrediction } from "../domain/settle.ts";
import type { Closings, Predictions, Slates } from "./ports.ts";

const batchSize = 200;
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
      for (const record of due) {
        const outcome = settlePrediction(record, results, now);
        const closing = record.legs.map(closingOf);
        const isSettled =
          outcome && (await predictions.settle(record, { ...outcome, closing, settledAt: now }));
        if (outcome?.settlement && isSettled) settled += 1;
        else await predictions.postpone(record.id, new Date(now.getTime() + askAgainMs));
      }
      if (due.length < batchSize) return settled;
    }
  };
