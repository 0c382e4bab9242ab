import { Stripe } from "stripe";
import type { FoundSubscription } from "../use-cases/payment-provider.ts";
import type { Clock } from "@orbline/kit/clock";
import { isMissing } from "./errors.ts";
import { cancelDateOf, periodEndOf, toSnapshot } from "./snapshot.ts";

const expand = ["latest_invoice"];

/** The current state of a subscription at Stripe. */
export async function findSubscription(stripe: Stripe, id: string, clock: Clock) {
  const fetchedAt = clock.now();
  return toFound(await stripe.subscriptions.retrieve(id, { expand }), fetchedAt);
}

/** Every subscription at Stripe, newest first, page by page. */
export async function* allSubscriptions(stripe: Stripe, clock: Clock) {
  const fetchedAt = clock.now();
  const params = { limit: 100, expand: ["data.latest_invoice"] };
  for await (const one of stripe.subscriptions.list({ status: "all", ...params }))
    yield toFound(one, fetchedAt);
}

/** Whether Stripe can never charge a subscription again. */
export function hasEnded({ status }: Stripe.Subscription) {
  return status === "canceled" || status === "incomplete_expired";
}

/** Whether a subscription's period is not paid: Stripe prepares the invoice, waits for a debit or retries a failed charge. */
export function isUnpaid({ latest_invoice: invoice }: Stripe.Subscription): boolean {
  if (typeof invoice !== "object" || !invoice) return false;
  return (invoice.status === "draft" || invoice.status === "open") && invoice.amount_due > 0;
}

/** Cancels a subscription at once, without proration. Safe to repeat. */
export async function stopNow(stripe: Stripe, subscriptionId: string): Promise<void> {
  if (hasEnded(await stripe.subscriptions.retrieve(subscriptionId))) return;
  try {
    await stripe.subscriptions.cancel(subscriptionId, { prorate: false });
  } catch (error) {
    if (!isMissing(error)) throw error; // Stripe no longer finds a subscription that was canceled a moment ago.
  }
}

/**
 * Ends a subscription at the end of its period, or at once after a failed charge, because Stripe would try it again.
 * Safe to repeat.
 */
export async function stopAtPeriodEnd(stripe: Stripe, subscriptionId: string): Promise<void> {
  const subscription = await stripe.subscriptions.retrieve(subscriptionId, { expand });
  // The charge of an active one is still being made, and buys the period.
  if (isUnpaid(subscription) && subscription.status !== "active")
    return stopNow(stripe, subscriptionId);
  const endsAt = cancelDateOf(subscription) ?? Number.POSITIVE_INFINITY;
  if (subscription.cancel_at_period_end || endsAt <= periodEndOf(subscription)) return;
  await setRenewal(stripe, subscription, { cancel_at_period_end: true });
}

/** Lets a subscription renew again; returns false for one that has ended. */
export async function resume(stripe: Stripe, subscriptionId: string): Promise<boolean> {
  const subscription = await stripe.subscriptions.retrieve(subscriptionId);
  return setRenewal(stripe, subscription, renewing(subscription));
}

/** The parameters that undo a cancellation; Stripe keeps a date until it is cleared by name. */
export function renewing(subscription: Stripe.Subscription) {
  return cancelDateOf(subscription) === undefined
    ? { cancel_at_period_end: false }
    : { cancel_at: "" as const };
}

function toFound(subscription: Stripe.Subscription, fetchedAt: Date): FoundSubscription {
  const { userId, checkoutId } = subscription.metadata;
  return {
    snapshot: toSnapshot(subscription, fetchedAt),
    userId,
    checkoutId,
  };
}

/** Sets whether a subscription renews; returns false for one that has ended, even between read and write. */
async function setRenewal(
  stripe: Stripe,
  subscription: Stripe.Subscription,
  change: Stripe.SubscriptionUpdateParams,
): Promise<boolean> {
  const { id } = subscription;
  if (hasEnded(subscription)) return false;
  try {
    await stripe.subscriptions.update(id, change);
    return true;
  } catch (error) {
    const isRefused = error instanceof Stripe.errors.StripeInvalidRequestError;
    if (isRefused && hasEnded(await stripe.subscriptions.retrieve(id))) return false;
    throw error;
  }
}
