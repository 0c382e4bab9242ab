import { nameOf, planOf } from "../objects/catalog.ts";
import type { Invoice, Price, Subscription, SubscriptionItem } from "../objects/types.ts";
import { change, type World } from "../state/world.ts";
import { cancelCycle } from "./cancel.ts";
import { renewalPreview, scheduleCycle } from "./cycle.ts";
import { finalizeDraft, paymentRefusal } from "./dunning.ts";
import { draftInvoice, fullLine, type Line, newInvoice } from "./invoices.ts";
import { itemOf, periodEndAfter } from "./periods.ts";

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

/**
 * Changes a subscription's plan and collects the amount due. If the payment fails, the
 * subscription becomes past due. @throws a Stripe error 402 instead with `mustPay`.
 */
export function updatePlan(
  world: World,
  current: Subscription,
  wanted: PlanChange,
  { patch, mustPay }: { patch: Partial<Subscription>; mustPay: boolean },
): Subscription {
  const { next, lines } = changePlan(world, { ...current, ...patch }, wanted);
  const draft =
    lines.length > 0
      ? draftInvoice(world, next, { reason: "subscription_update", lines })
      : undefined;
  const changed = { ...next, latest_invoice: draft?.id ?? current.latest_invoice };
  const updated = change(world, "subscription", current, changed, "customer.subscription.updated");
  if (!draft) return updated;
  cancelCycle(world, updated);
  scheduleCycle(world, updated);
  const tried = finalizeDraft(world, draft);
  if (mustPay && tried.status !== "paid")
    throw paymentRefusal(world, tried, "subscription_authentication_required");
  return world.store.find("subscription", current.id) ?? updated;
}

/** The immediate invoice of a change of plan, or else the next renewal invoice. */
export function previewPlan(
  world: World,
  current: Subscription,
  wanted: PlanChange | undefined,
): Invoice {
  const { next, lines } = wanted
    ? changePlan(world, current, wanted)
    : { next: current, lines: [] };
  return lines.length > 0
    ? newInvoice(world, next, { reason: "upcoming", lines })
    : renewalPreview(world, next);
}

/**
 * Changes a subscription's price as Stripe does. A trial continues at the new price. Another
 * interval, a restart or an ended trial begins a new period now. Its full price is invoiced at
 * once, minus the unused rest of the old period unless prorations are off.
 * @returns the changed subscription and the lines of its immediate invoice, if any.
 */
export function changePlan(
  world: World,
  subscription: Subscription,
  { price, at, prorates, restarts, endsTrial }: PlanChange,
): { next: Subscription; lines: Line[] } {
  const now = world.clock.now();
  const item = itemOf(subscription);
  const priced = { ...item, price, plan: planOf(world, price) };
  const isTrial = subscription.status === "trialing";
  const begins = endsTrial || restarts || !isSameInterval(item.price, price);
  if (!begins || (isTrial && !endsTrial))
    return { next: withItem(subscription, priced), lines: [] };
  const end = periodEndAfter(now, now, price.recurring);
  const moved = { ...priced, current_period_start: now, current_period_end: end };
  const next: Subscription = {
    ...withItem(subscription, moved),
    ...(isTrial ? { status: "active", trial_end: now } : {}),
    billing_cycle_anchor: now,
    cancel_at: subscription.cancel_at_period_end ? end : subscription.cancel_at,
  };
  const credit = prorates && !isTrial ? [unusedLine(world, item, at)] : [];
  return { next, lines: [...credit, fullLine(world, moved, now, end)] };
}

/** The credit for the unused share of the period. Stripe prorates to the second. */
function unusedLine(world: World, item: SubscriptionItem, at: number): Line {
  const { current_period_start: start, current_period_end: end } = item;
  const full = fullLine(world, item, at, end);
  const share = Math.min(1, Math.max(0, (end - at) / (end - start)));
  const amount = -Math.round(full.amount * share);
  const description = `Unused time on ${nameOf(world, item.price)} after ${day(at)}`;
  return { ...full, amount, description, proration: true };
}

function isSameInterval({ recurring: a }: Price, { recurring: b }: Price) {
  return a?.interval === b?.interval && a?.interval_count === b?.interval_count;
}

function withItem(subscription: Subscription, item: SubscriptionItem): Subscription {
  return { ...subscription, items: { ...subscription.items, data: [item] } };
}

function day(at: number) {
  return new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" }).format(
    at * 1000,
  );
}
