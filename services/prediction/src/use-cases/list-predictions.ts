import type { BetTotals } from "../domain/betting-profile.ts";
import type { BettingProfiles, HistoryPage, Predictions } from "./ports.ts";

type Query = Parameters<Predictions["list"]>[0];

/** One page of a user's predictions and what all settled ones add up to. */
export const listPredictions =
  ({ predictions, profiles }: { predictions: Predictions; profiles: BettingProfiles }) =>
  async (query: Query): Promise<HistoryPage & { totals: BetTotals }> => {
    const [page, profile] = await Promise.all([
      predictions.list(query),
      profiles.find(query.userId),
    ]);
    const { settled, won, lost, staked, returned, profit } = profile;
    return { ...page, totals: { settled, won, lost, staked, returned, profit } };
  };
