import type { Invoice, Subscription } from "../objects/types.ts";
import { change, emit, type World } from "../state/world.ts";
import { cancelNow, endsWithPeriod } from "./cancel.ts";
import { payingMethod } from "./dunning.ts";
import { draftInvoice, fullLine, newInvoice } from "./invoices.ts";
import { daySeconds, hourSeconds, itemOf, periodEndAfter } from "./periods.ts";

const upcomingSeconds = 7 * daySeconds;
const trialNoticeSeconds = 3 * daySeconds;
const runningStatuses = new Set<string>(["trialing", "active", "past_due", "unpaid"]);

/** Schedules the end of the current period, the trial notice and the renewal notice. */
export function scheduleCycle({ clock, timers }: World, subscription: Subscription) {
  const { id, status } = subscription;
  const now = clock.now();
  const end = itemOf(subscription).current_period_end;
  timers.schedule("subscription.cycle", id, end);
  if (status === "trialing")
    timers.schedule("subscription.trial_will_end", id, Math.max(now, end - trialNoticeSeconds));
  if (end - upcomingSeconds > now)
    timers.schedule("subscription.upcoming", id, end - upcomingSeconds);
}

/** The next renewal invoice if nothing changes. */
export function renewalPreview(world: World, subscription: Subscription): Invoice {
  const item = itemOf(subscription);
  const { start, end } = nextPeriod(subscription);
  return newInvoice(world, subscription, {
    reason: "upcoming",
    lines: [fullLine(world, item, start, end)],
    period: pastPeriod(subscription),
  });
}

/** Emits `invoice.upcoming` unless the subscription ends with its period. */
export function announceRenewal(world: World, subscription: Subscription) {
  if (!runningStatuses.has(subscription.status) || endsWithPeriod(subscription)) return;
  emit(world, "invoice.upcoming", renewalPreview(world, subscription));
}

/** Ends a period or trial: cancels, pauses, or starts a new period with a draft invoice. */
export function cycle(world: World, subscription: Subscription): void {
  const { status, customer, trial_settings: trial } = subscription;
  if (!runningStatuses.has(status)) return;
  const isUnpayable = status === "trialing" && !payingMethod(world, subscription, customer);
  const onMissing = isUnpayable ? trial?.end_behavior.missing_payment_method : "create_invoice";
  if (endsWithPeriod(subscription) || onMissing === "cancel") cancelNow(world, subscription);
  else if (onMissing === "pause")
    change(
      world,
      "subscription",
      subscription,
      { status: "paused" },
      "customer.subscription.paused",
    );
  else scheduleCycle(world, renew(world, subscription));
}

function nextPeriod(subscription: Subscription) {
  const { price, current_period_end: start } = itemOf(subscription);
  const end = periodEndAfter(start, subscription.billing_cycle_anchor, price.recurring);
  return { start, end };
}

function pastPeriod(subscription: Subscription) {
  const { current_period_start: start, current_period_end: end } = itemOf(subscription);
  return { start, end };
}

function renew(world: World, subscription: Subscription): Subscription {
  const { start, end } = nextPeriod(subscription);
  const item = itemOf(subscription);
  const moved = { ...item, current_period_start: start, current_period_end: end };
  const items = { ...subscription.items, data: [moved] };
  const status = subscription.status === "trialing" ? "active" : subscription.status;
  const finalizesAt = world.clock.now() + hourSeconds;
  const { id: latest_invoice } = draftInvoice(world, subscription, {
    reason: "subscription_cycle",
    lines: [fullLine(world, item, start, end)],
    finalizesAt,
    period: pastPeriod(subscription),
  });
  world.timers.schedule("invoice.finalize", latest_invoice, finalizesAt);
  const patch = { items, status, latest_invoice } as const;
  return change(world, "subscription", subscription, patch, "customer.subscription.updated");
}
