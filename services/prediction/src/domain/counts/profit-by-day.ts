import { dateOf } from "../dates.ts";
import { toCents } from "../math.ts";

type Settled = { settledAt: Date; profit: number };

/** Number and profit of settled predictions by their day in UTC, oldest first. */
export function profitByDay(settled: readonly Settled[]) {
  return [...Map.groupBy(settled, ({ settledAt }) => dateOf(settledAt))]
    .map(([day, same]) => ({
      day,
      settled: same.length,
      // Rounded at each step, so that the sum does not depend on the order.
      profit: same.reduce((sum, { profit }) => toCents(sum + profit), 0),
    }))
    .toSorted((a, b) => (a.day < b.day ? -1 : 1));
}
