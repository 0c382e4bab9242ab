import type { Invoice, Subscription } from "../objects/types.ts";
import { change, type World } from "../state/world.ts";
import { addToBalance } from "./customer-balance.ts";
import { itemOf } from "./periods.ts";

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
    cancel_at: atPeriodEnd ? itemOf(current).current_period_end : null,
    canceled_at: atPeriodEnd ? world.clock.now() : null,
  };
}

/**
 * The changed fields when the subscription ends at a fixed second, or with null no longer ends. Unlike the end of the
 * period, the second does not move with a change of plan.
 */
export function endingPatch({ clock, timers }: World, id: string, at: number | null) {
  timers.cancel(id, "subscription.end");
  if (at !== null) timers.schedule("subscription.end", id, at);
  const canceled_at = at === null ? null : clock.now();
  return { cancel_at: at, cancel_at_period_end: false, canceled_at };
}

/** Whether a subscription ends with its period or before. */
export function endsWithPeriod(current: Subscription): boolean {
  const { cancel_at: at, cancel_at_period_end: flag } = current;
  return flag || (at !== null && at <= itemOf(current).current_period_end);
}

/** Ends a subscription at once and stops collecting its finalized invoices. A draft is still finalized and charged. */
export function cancelNow(
  world: World,
  subscription: Subscription,
  details: Details = {},
): Subscription {
  const now = world.clock.now();
  cancelCycle(world, subscription);
  const where = { "parent.subscription_details.subscription": subscription.id };
  for (const invoice of world.store.all("invoice", where)) {
    if (invoice.status !== "open") continue;
    world.timers.cancel(invoice.id, "invoice.collect");
    const stopped = { auto_advance: false, next_payment_attempt: null };
    change(world, "invoice", invoice, stopped, "invoice.updated");
  }
  const empty = { comment: null, feedback: null, feedback_option: null, reason: null };
  const ended = {
    status: "canceled",
    canceled_at: subscription.canceled_at ?? now,
    ended_at: now,
    cancellation_details: { ...empty, ...subscription.cancellation_details, ...details },
  } as const;
  return change(world, "subscription", subscription, ended, "customer.subscription.deleted");
}

/** Voids an open invoice, so that nobody can pay it, and gives back the credit that it used. */
export function voidInvoice(world: World, invoice: Invoice): Invoice {
  world.timers.cancel(invoice.id, "invoice.collect");
  const { customer, starting_balance, ending_balance, status_transitions } = invoice;
  const owner = world.store.find("customer", customer);
  const used = (ending_balance ?? starting_balance) - starting_balance;
  const reason = { type: "unapplied_from_invoice", invoice: invoice.id } as const;
  if (owner && !owner.deleted && used !== 0) addToBalance(world, owner, -used, reason);
  const voided = {
    status: "void",
    auto_advance: false,
    next_payment_attempt: null,
    status_transitions: { ...status_transitions, voided_at: world.clock.now() },
  } as const;
  return change(world, "invoice", invoice, voided, "invoice.updated", "invoice.voided");
}

/** Cancels the timers of the current period. */
export function cancelCycle(world: World, { id }: Subscription): void {
  world.timers.cancel(
    id,
    "subscription.cycle",
    "subscription.upcoming",
    "subscription.trial_will_end",
  );
}
