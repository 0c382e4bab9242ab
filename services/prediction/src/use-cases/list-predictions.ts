import type { HistoryPage, HistoryTotals, Predictions } from "./ports.ts";

type Query = Parameters<Predictions["list"]>[0];

/** One page of a user's predictions and what all settled ones add up to. */
export const listPredictions =
  ({ predictions }: { predictions: Predictions }) =>
  async (query: Query): Promise<HistoryPage & { totals: HistoryTotals }> => {
    const [page, totals] = await Promise.all([
      predictions.list(query),
      predictions.totals(query.userId),
    ]);
    return { ...page, totals };
  };
