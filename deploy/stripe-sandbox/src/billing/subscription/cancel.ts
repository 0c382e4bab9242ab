import { change, emit } from "../../state/events.ts";
import type { Subscription } from "../../state/objects.ts";
import type { World } from "../../state/world.ts";

type Details = Partial<NonNullable<Subscription["cancellation_details"]>>;

/** The changed fields when the cancellation at period end is set or cleared. */
export function cancellationPatch(
  world: World,
  current: Subscription,
  atPeriodEnd: boolean | undefined,
): Partial<Subscription> {
  if (atPeriodEnd === undefined || atPeriodEnd === current.cancel_at_period_end) return {};
  return {
    cancel_at_period_end: atPeriodEnd,
    cancel_at: atPeriodEnd ? (current.items.data[0]?.current_period_end ?? null) : null,
    canceled_at: atPeriodEnd ? world.clock.now() : null,
  };
}

/** Ends a subscription at once and stops collecting its unpaid invoices. */
export function cancelNow(
  world: World,
  subscription: Subscription,
  details: Details,
): Subscription {
  const now = world.clock.now();
  world.timers.cancel("subscription.cycle", subscription.id);
  world.timers.cancel("subscription.upcoming", subscription.id);
  world.timers.cancel("subscription.trial_will_end", subscription.id);
  stopCollecting(world, subscription);
  const ended = change(world, "subscription", subscription, {
    status: "canceled",
    canceled_at: subscription.canceled_at ?? now,
    ended_at: now,
    cancellation_details: {
      comment: null,
      feedback: null,
      feedback_option: null,
      reason: null,
      ...subscription.cancellation_details,
      ...details,
    },
  });
  emit(world, "customer.subscription.deleted", ended);
  return ended;
}

function stopCollecting(world: World, subscription: Subscription) {
  const where = { "parent.subscription_details.subscription": subscription.id };
  for (const invoice of world.store.all("invoice", where)) {
    if (invoice.status !== "draft" && invoice.status !== "open") continue;
    world.timers.cancel("invoice.finalize", invoice.id);
    world.timers.cancel("invoice.collect", invoice.id);
    change(world, "invoice", invoice, { auto_advance: false, next_payment_attempt: null });
  }
}
