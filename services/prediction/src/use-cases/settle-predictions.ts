import { settlePrediction } from "../domain/settle.ts";
import type { Predictions, Slates } from "./ports.ts";

const batchSize = 200;
const askAgainMs = 3_600_000;

/**
 * Settles every open prediction whose games have ended, by the slate's clock. Running it twice changes
 * nothing. Answers how many were settled.
 */
export const settlePredictions =
  ({ slates, predictions }: { slates: Slates; predictions: Predictions }) =>
  async (): Promise<number> => {
    let settled = 0;
    for (;;) {
      const now = slates.now();
      const due = await predictions.findDue(now, batchSize);
      const gameIds = new Set(due.flatMap(({ legs }) => legs.map(({ gameId }) => gameId)));
      const results = await slates.resultsOf([...gameIds]);
      for (const record of due) {
        const outcome = settlePrediction(record, results, now);
        const isSettled =
          outcome && (await predictions.settle(record.id, { ...outcome, settledAt: now }));
        if (outcome?.settlement && isSettled) settled += 1;
        else await predictions.postpone(record.id, new Date(now.getTime() + askAgainMs));
      }
      if (due.length < batchSize) return settled;
    }
  };
