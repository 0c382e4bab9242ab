import type { LineInput } from "../../shapes/invoice.ts";
import { planOf } from "../../shapes/catalog.ts";
import type { Price, Subscription } from "../../state/objects.ts";
import { periodEndAfter } from "./periods.ts";

/** What a caller wants changed about price and billing dates of a subscription. */
export type PlanChange = {
  price: Price;
  /** The second up to which the old price counts as used. */
  at: number;
  prorates: boolean;
  /** A new period begins now also where the interval stays. */
  restarts: boolean;
  endsTrial: boolean;
};

/** A subscription after a change, and what is billed for it at once; no lines, no bill. */
export type ChangedPlan = { next: Subscription; lines: LineInput[] };

const itemOf = ({ id, items }: Subscription) => {
  const [item] = items.data;
  if (!item) throw new Error(`subscription ${id} has no item`);
  return item;
};

const isSameInterval = (a: Price, b: Price) =>
  a.recurring?.interval === b.recurring?.interval &&
  a.recurring?.interval_count === b.recurring?.interval_count;

const day = (at: number) =>
  new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" }).format(at * 1000);

type Item = ReturnType<typeof itemOf>;

/** Stripe prorates to the second: what is left of the period by its share of the whole. */
const shareLeft = ({ current_period_start: start, current_period_end: end }: Item, at: number) =>
  Math.min(1, Math.max(0, (end - at) / (end - start)));

const unused = (item: Item, name: string, at: number): LineInput => {
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
};

const full = (item: Item, name: string): LineInput => {
  const quantity = item.quantity ?? 1;
  return {
    price: item.price,
    quantity,
    amount: (item.price.unit_amount ?? 0) * quantity,
    description: `${quantity} × ${name}`,
    start: item.current_period_start,
    end: item.current_period_end,
  };
};

const withItem = (subscription: Subscription, item: Item): Subscription => ({
  ...subscription,
  items: { ...subscription.items, data: [item] },
});

const ended = (subscription: Subscription, now: number): Subscription =>
  subscription.status === "trialing"
    ? { ...subscription, status: "active", trial_end: now }
    : subscription;

/**
 * Changes a subscription's price as Stripe does: a trial goes on with the new price; another
 * interval, a restart or an ended trial begins a new period now, billed in full at once, less the
 * unused rest of the old one unless prorations are off.
 */
export const changePlan = (
  subscription: Subscription,
  { price, at, prorates, restarts, endsTrial }: PlanChange,
  { now, nameOf }: { now: number; nameOf: (price: Price) => string },
): ChangedPlan => {
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
};
