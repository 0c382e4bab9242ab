import type { HistoryEntry } from "@orbline/proto/http/prediction-history";

/** A settled prediction with the profit of all settled up to it. */
export type RunningEntry = { entry: HistoryEntry; sum: number };

/** The settled of these in the order in which they settled, their profits added up to whole cents. */
export const runningProfit = (entries: readonly HistoryEntry[]): RunningEntry[] => {
  const settled = entries
    .filter(({ settledAt }) => settledAt !== null)
    .toSorted((a, b) => Date.parse(a.settledAt ?? "") - Date.parse(b.settledAt ?? ""));
  let cents = 0;
  return settled.map((entry) => {
    cents += Math.round(entry.profit * 100);
    return { entry, sum: cents / 100 };
  });
};
