import type { HistoryEntry } from "@orbline/proto/http/prediction/history";

/** A settled prediction with the total profit up to it. */
export type RunningEntry = { entry: HistoryEntry; sum: number };

/** The settled predictions in the order of settlement, with running profits in whole cents. */
export function runningProfit(entries: readonly HistoryEntry[]): RunningEntry[] {
  const settled = entries
    .filter(({ settledAt }) => settledAt !== null)
    .toSorted((a, b) => Date.parse(a.settledAt ?? "") - Date.parse(b.settledAt ?? ""));
  let cents = 0;
  return settled.map((entry) => {
    cents += Math.round(entry.profit * 100);
    return { entry, sum: cents / 100 };
  });
}
