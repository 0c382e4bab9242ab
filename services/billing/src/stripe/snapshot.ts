import { planByInterval } from "@orbline/proto/constants/plans";
import type Stripe from "stripe";
import type { ProviderSnapshot, ProviderStatus } from "../domain/subscription/subscription.ts";

/** A time that Stripe sends in seconds; undefined for none. */
export function toDate(seconds: number): Date;
export function toDate(seconds: number | null | undefined): Date | undefined;
export function toDate(seconds: number | null | undefined): Date | undefined {
  return seconds ? new Date(seconds * 1_000) : undefined;
}

/** Id of a field that Stripe sends either as an id or, when expanded, as the object. */
export function idOf(field: string | { id: string } | null | undefined): string | undefined {
  return typeof field === "string" ? field : field?.id;
}

/**
 * A Stripe subscription in our terms. Period bounds are on the items since 2025-03-31.basil and were on the
 * subscription before; both are read. The newest invoice counts only when it was expanded.
 */
export function toSnapshot(subscription: Stripe.Subscription, fetchedAt: Date): ProviderSnapshot {
  const item = subscription.items.data[0];
  const older = subscription as unknown as {
    current_period_start?: number;
    current_period_end?: number;
  };
  const { latest_invoice: latest } = subscription;
  const invoice = latest && typeof latest === "object" ? latest : undefined;
  const isUnpaid = invoice?.status === "open";
  const failedAt =
    isUnpaid && invoice.attempted ? invoice.status_transitions.finalized_at : undefined;
  const nextAttempt = isUnpaid ? invoice.next_payment_attempt : undefined;
  const start = item?.current_period_start ?? older.current_period_start ?? subscription.created;
  const end = item?.current_period_end ?? older.current_period_end ?? subscription.created;
  return {
    id: subscription.id,
    customerId: idOf(subscription.customer) ?? "",
    status: subscription.status as ProviderStatus,
    plan: planOf(subscription),
    createdAt: toDate(subscription.created),
    periodStart: toDate(start),
    periodEnd: toDate(end),
    cancelAtPeriodEnd: subscription.cancel_at_period_end,
    failedAt: toDate(failedAt),
    nextAttemptAt: toDate(nextAttempt),
    fetchedAt,
  };
}

function planOf(subscription: Stripe.Subscription): ProviderSnapshot["plan"] {
  const interval = subscription.items.data[0]?.price.recurring?.interval;
  const plan = planByInterval[interval === "year" ? "year" : "month"];
  return plan === "monthly" && subscription.metadata["plan"] === "trial" ? "trial" : plan;
}
