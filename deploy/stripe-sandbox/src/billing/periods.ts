import type { Price, Subscription } from "../objects/types.ts";

export const daySeconds = 86_400;
export const hourSeconds = 3600;

export const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`;

/**
 * Adds calendar months to a Unix second in UTC. A missing day becomes the last day of the month.
 */
export function addMonths(at: number, months: number): number {
  const date = new Date(at * 1000);
  const target = date.getUTCMonth() + months;
  const day = Math.min(date.getUTCDate(), lastDayOfMonth(date.getUTCFullYear(), target));
  const midnight = Date.UTC(date.getUTCFullYear(), target, day) / 1000;
  return midnight + (at % daySeconds);
}

/** Intervals at which a price can renew. */
export const renewalIntervals = ["day", "week", "month", "year"] as const;

const addIntervals = {
  day: (at: number, count: number) => at + count * daySeconds,
  week: (at: number, count: number) => at + count * 7 * daySeconds,
  month: addMonths,
  year: (at: number, count: number) => addMonths(at, 12 * count),
} satisfies Record<(typeof renewalIntervals)[number], (at: number, count: number) => number>;

/**
 * End of the period from `start`: the first interval boundary after it, counted from the anchor.
 * @throws Error for a price that does not renew, or at an unknown interval
 */
export function periodEndAfter(start: number, anchor: number, recurring: Price["recurring"]) {
  if (!recurring) throw new Error("a one-time price has no periods");
  const { interval_count: count } = recurring;
  const interval = renewalIntervals.find((known) => known === recurring.interval);
  if (!interval) throw new Error(`no price renews every ${recurring.interval}`);
  const add = addIntervals[interval];
  let steps = 1;
  while (add(anchor, count * steps) <= start) steps += 1;
  return add(anchor, count * steps);
}

/** The only item of a subscription. */
export function itemOf({ id, items }: Pick<Subscription, "id" | "items">) {
  const [item] = items.data;
  if (!item) throw new Error(`subscription ${id} has no item`);
  return item;
}

function lastDayOfMonth(year: number, month: number) {
  return new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
}
