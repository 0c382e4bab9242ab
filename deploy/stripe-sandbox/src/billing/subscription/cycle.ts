import { type LineInput, newInvoice } from "../../shapes/invoice.ts";
import { change, emit } from "../../state/events.ts";
import type { Invoice, Subscription } from "../../state/objects.ts";
import type { World } from "../../state/world.ts";
import { cancelNow } from "./cancel.ts";
import { payingMethod } from "./dunning.ts";
import { draftInvoice } from "./invoicing.ts";
import { daySeconds, hourSeconds, periodEndAfter } from "./periods.ts";

const upcomingDays = 7;
const trialNoticeDays = 3;
const runningStatuses = new Set<string>(["trialing", "active", "past_due", "unpaid"]);

/** Schedules the end of the current period, the trial notice and the renewal notice. */
export function scheduleCycle(world: World, subscription: Subscription) {
  const now = world.clock.now();
  const end = itemOf(subscription).current_period_end;
  world.timers.schedule("subscription.cycle", subscription.id, end);
  if (subscription.status === "trialing")
    world.timers.schedule(
      "subscription.trial_will_end",
      subscription.id,
      Math.max(now, end - trialNoticeDays * daySeconds),
    );
  if (end - upcomingDays * daySeconds > now)
    world.timers.schedule(
      "subscription.upcoming",
      subscription.id,
      end - upcomingDays * daySeconds,
    );
}

/** The next renewal invoice if nothing changes. */
export function renewalPreview(world: World, subscription: Subscription): Invoice {
  const { price, current_period_end: start } = itemOf(subscription);
  const end = periodEndAfter(start, subscription.billing_cycle_anchor, price.recurring);
  return newInvoice(renewalInput(world, subscription, "upcoming", { start, end }));
}

/** Emits `invoice.upcoming` unless the subscription ends with its period. */
export function announceRenewal(world: World, subscription: Subscription) {
  if (!runningStatuses.has(subscription.status) || subscription.cancel_at_period_end) return;
  emit(world, "invoice.upcoming", renewalPreview(world, subscription));
}

/** Ends a period or trial: cancels, pauses, or starts a new period with a draft invoice. */
export function cycle(world: World, subscription: Subscription): void {
  const { status, customer } = subscription;
  if (!runningStatuses.has(status)) return;
  if (subscription.cancel_at_period_end) {
    cancelNow(world, subscription, {});
    return;
  }
  const unpayable = status === "trialing" && !payingMethod(world, subscription, customer);
  if (unpayable && endTrialWithoutCard(world, subscription)) return;
  scheduleCycle(world, renew(world, subscription));
}

function itemOf({ id, items }: Subscription) {
  const [item] = items.data;
  if (!item) throw new Error(`subscription ${id} has no item`);
  return item;
}

function renewalInput(
  world: World,
  subscription: Subscription,
  reason: "subscription_cycle" | "upcoming",
  period: { start: number; end: number },
) {
  const { price, quantity = 1 } = itemOf(subscription);
  const line: LineInput = {
    price,
    quantity,
    amount: (price.unit_amount ?? 0) * quantity,
    description: `${quantity} × ${world.store.find("product", price.product)?.name ?? price.id}`,
    ...period,
  };
  return {
    created: world.clock.now(),
    customer: world.store.find("customer", subscription.customer) ?? null,
    subscription,
    reason,
    currency: subscription.currency,
    lines: [line],
  };
}

function endTrialWithoutCard(world: World, subscription: Subscription): boolean {
  const onMissing = subscription.trial_settings?.end_behavior.missing_payment_method;
  if (onMissing === "cancel") cancelNow(world, subscription, {});
  if (onMissing === "pause") {
    const paused = change(world, "subscription", subscription, { status: "paused" });
    emit(world, "customer.subscription.paused", paused);
  }
  return onMissing !== "create_invoice";
}

function renew(world: World, subscription: Subscription): Subscription {
  const { items, status } = nextPeriod(subscription);
  const invoice = draftRenewal(world, { ...subscription, items, status });
  const patch = { items, status, latest_invoice: invoice.id };
  return change(world, "subscription", subscription, patch, "customer.subscription.updated");
}

function nextPeriod(subscription: Subscription): Subscription {
  const item = itemOf(subscription);
  const start = item.current_period_end;
  const end = periodEndAfter(start, subscription.billing_cycle_anchor, item.price.recurring);
  const moved = { ...item, current_period_start: start, current_period_end: end };
  return {
    ...subscription,
    items: { ...subscription.items, data: [moved] },
    status: subscription.status === "trialing" ? "active" : subscription.status,
  };
}

function draftRenewal(world: World, subscription: Subscription): Invoice {
  const { current_period_start: start, current_period_end: end } = itemOf(subscription);
  const due = world.clock.now() + hourSeconds;
  const input = renewalInput(world, subscription, "subscription_cycle", { start, end });
  const invoice = draftInvoice(world, { ...input, finalizesAt: due });
  world.timers.schedule("invoice.finalize", invoice.id, due);
  return invoice;
}
