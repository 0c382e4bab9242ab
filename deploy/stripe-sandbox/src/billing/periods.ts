import { intervalLength, isBillingInterval } from "@orbline/proto/constants/plans";
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

/**
 * End of the period from `start`: the first interval boundary after it, counted from the anchor.
 * @throws Error for an interval at which no plan renews
 */
export function periodEndAfter(start: number, anchor: number, recurring: Price["recurring"]) {
  const { interval, interval_count: count = 1 } = recurring ?? {};
  if (!isBillingInterval(interval)) throw new Error(`no plan renews every ${interval}`);
  const months = intervalLength[interval].months * count;
  let steps = 1;
  while (addMonths(anchor, months * steps) <= start) steps += 1;
  return addMonths(anchor, months * steps);
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
