import { isBillingInterval, planByInterval } from "@orbline/proto/constants/plans";
import type Stripe from "stripe";
import type { ProviderSnapshot, ProviderStatus } from "../domain/subscription/subscription.ts";

type OlderSubscription = { current_period_start?: number; current_period_end?: number };

/** A time that Stripe sends in seconds; undefined without one. */
export function toDate(seconds: number): Date;
export function toDate(seconds: number | null | undefined): Date | undefined;
export function toDate(seconds: number | null | undefined): Date | undefined {
  return seconds ? new Date(seconds * 1_000) : undefined;
}

/** Id of a field that Stripe sends either as an id or, when expanded, as the object. */
export function idOf(field: string | { id: string } | null | undefined): string | undefined {
  return typeof field === "string" ? field : field?.id;
}

/** Whether a subscription is canceled as of a coming date, by the flag or by a date of its own. */
export function isEnding(subscription: Stripe.Subscription): boolean {
  return subscription.cancel_at_period_end || cancelDateOf(subscription) !== undefined;
}

/**
 * The date on which a subscription ends; undefined with the flag, whose date is that of the period. In flexible billing
 * mode the customer portal cancels by date and leaves the flag false.
 */
export function cancelDateOf(subscription: Stripe.Subscription): number | undefined {
  if (subscription.cancel_at_period_end) return undefined;
  return subscription.cancel_at ?? undefined;
}

/** End of the current period, in seconds. */
export function periodEndOf(subscription: Stripe.Subscription): number {
  const older = subscription as unknown as OlderSubscription;
  const end = subscription.items.data[0]?.current_period_end ?? older.current_period_end;
  return end ?? subscription.created;
}

const payableStatuses = new Set<Stripe.Invoice.Status | null>(["draft", "open", "uncollectible"]);

/**
 * Whether an invoice waits for money: Stripe prepares its charge, retries it, or waits for the customer, who can pay it on
 * Stripe's page also after it was written off.
 */
export function isPayable({ status, amount_due }: Stripe.Invoice): boolean {
  return payableStatuses.has(status) && amount_due > 0;
}

/** Whether the newest invoice of a subscription is unpaid. It counts only when it is expanded. */
export function isUnpaid({ latest_invoice: invoice }: Stripe.Subscription): boolean {
  return typeof invoice === "object" && invoice !== null && isPayable(invoice);
}

/**
 * A Stripe subscription in our terms. The bounds of a period are on the items since 2025-03-31.basil and were on the
 * subscription before; both are read. The newest invoice counts only when it is expanded.
 */
export function toSnapshot(
  subscription: Stripe.Subscription,
  fetchedAt: Date,
  failedAt?: Date,
): ProviderSnapshot {
  const item = subscription.items.data[0];
  const older = subscription as unknown as OlderSubscription;
  const { latest_invoice: latest } = subscription;
  const invoice = latest && typeof latest === "object" ? latest : undefined;
  const isOpen = invoice?.status === "open";
  const nextAttempt = isOpen ? invoice.next_payment_attempt : undefined;
  const start = item?.current_period_start ?? older.current_period_start ?? subscription.created;
  return {
    id: subscription.id,
    customerId: idOf(subscription.customer) ?? "",
    status: subscription.status as ProviderStatus,
    plan: planOf(subscription),
    createdAt: toDate(subscription.created),
    trialEnd: toDate(subscription.trial_end),
    periodStart: toDate(start),
    periodEnd: toDate(cancelDateOf(subscription) ?? periodEndOf(subscription)),
    cancelAtPeriodEnd: isEnding(subscription),
    renewsUntilDate: (cancelDateOf(subscription) ?? 0) > periodEndOf(subscription),
    isUnpaid: isUnpaid(subscription) && !isRenewalUntilDate(subscription, invoice),
    failedAt,
    nextAttemptAt: toDate(nextAttempt),
    fetchedAt,
  };
}

/** Whether an invoice renews a subscription that was canceled before, as of a date after a later period. */
function isRenewalUntilDate(
  subscription: Stripe.Subscription,
  invoice: Stripe.Invoice | undefined,
) {
  const { canceled_at: canceledAt } = subscription;
  const isDated = cancelDateOf(subscription) !== undefined && !!invoice && !!canceledAt;
  return isDated && canceledAt < invoice.created;
}

function planOf(subscription: Stripe.Subscription): ProviderSnapshot["plan"] {
  const { interval, interval_count: count } = subscription.items.data[0]?.price.recurring ?? {};
  if (!isBillingInterval(interval) || count !== 1) return undefined;
  const plan = planByInterval[interval];
  return plan === "monthly" && subscription.metadata["plan"] === "trial" ? "trial" : plan;
}
