import type { LineInput } from "../../shapes/invoice.ts";
import { planOf } from "../../shapes/catalog.ts";
import type { Price, Subscription } from "../../state/objects.ts";
import { periodEndAfter } from "./periods.ts";

/** A requested change of price or billing dates. */
export type PlanChange = {
  price: Price;
  /** The second up to which the old price is used. */
  at: number;
  prorates: boolean;
  /** Begins a new period now even if the interval is the same. */
  restarts: boolean;
  endsTrial: boolean;
};

/** A changed subscription and the lines of its immediate invoice. No lines: no invoice. */
export type ChangedPlan = { next: Subscription; lines: LineInput[] };

type Item = ReturnType<typeof itemOf>;

/**
 * Changes a subscription's price as Stripe does. A trial continues at the new price. Another
 * interval, a restart or an ended trial begins a new period now. Its full price is invoiced at
 * once, minus the unused rest of the old period unless prorations are off.
 */
export function changePlan(
  subscription: Subscription,
  { price, at, prorates, restarts, endsTrial }: PlanChange,
  { now, nameOf }: { now: number; nameOf: (price: Price) => string },
): ChangedPlan {
  const item = itemOf(subscription);
  const priced = { ...item, price, plan: planOf(price) };
  const isTrial = subscription.status === "trialing";
  const begins = endsTrial || restarts || !isSameInterval(item.price, price);
  if (!begins || (isTrial && !endsTrial))
    return { next: withItem(subscription, priced), lines: [] };
  const end = periodEndAfter(now, now, price.recurring);
  const moved = { ...priced, current_period_start: now, current_period_end: end };
  const next = {
    ...withItem(ended(subscription, now), moved),
    billing_cycle_anchor: now,
    cancel_at: subscription.cancel_at_period_end ? end : subscription.cancel_at,
  };
  const credit = prorates && !isTrial ? [unused(item, nameOf(item.price), at)] : [];
  return { next, lines: [...credit, full(moved, nameOf(price))] };
}

function itemOf({ id, items }: Subscription) {
  const [item] = items.data;
  if (!item) throw new Error(`subscription ${id} has no item`);
  return item;
}

function ended(subscription: Subscription, now: number): Subscription {
  return subscription.status === "trialing"
    ? { ...subscription, status: "active", trial_end: now }
    : subscription;
}

function full(item: Item, name: string): LineInput {
  const quantity = item.quantity ?? 1;
  return {
    price: item.price,
    quantity,
    amount: (item.price.unit_amount ?? 0) * quantity,
    description: `${quantity} × ${name}`,
    start: item.current_period_start,
    end: item.current_period_end,
  };
}

function unused(item: Item, name: string, at: number): LineInput {
  const quantity = item.quantity ?? 1;
  const paid = (item.price.unit_amount ?? 0) * quantity;
  return {
    price: item.price,
    quantity,
    amount: -Math.round(paid * shareLeft(item, at)),
    description: `Unused time on ${name} after ${day(at)}`,
    start: at,
    end: item.current_period_end,
    proration: true,
  };
}

function isSameInterval(a: Price, b: Price) {
  return (
    a.recurring?.interval === b.recurring?.interval &&
    a.recurring?.interval_count === b.recurring?.interval_count
  );
}

function withItem(subscription: Subscription, item: Item): Subscription {
  return {
    ...subscription,
    items: { ...subscription.items, data: [item] },
  };
}

/** The unused share of the period. Stripe prorates to the second. */
function shareLeft({ current_period_start: start, current_period_end: end }: Item, at: number) {
  return Math.min(1, Math.max(0, (end - at) / (end - start)));
}

function day(at: number) {
  return new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" }).format(
    at * 1000,
  );
}
