import { Stripe } from "stripe";
import type { FoundSubscription } from "../use-cases/payment-provider.ts";
import type { Clock } from "@orbline/kit/clock";
import { isMissing } from "./errors.ts";
import { cancelDateOf, isEnding, isPayable, toDate, toSnapshot } from "./snapshot.ts";

const expand = ["latest_invoice"];

/** The current state of a subscription at Stripe. */
export async function findSubscription(stripe: Stripe, id: string, clock: Clock) {
  const fetchedAt = clock.now();
  const subscription = await stripe.subscriptions.retrieve(id, { expand });
  return toFound(subscription, fetchedAt, await firstFailure(stripe, subscription));
}

/**
 * When the first charge failed of those that have failed since the last paid invoice; undefined unless a subscription is past
 * due. It may be that of an invoice before the newest one, because Stripe also renews a plan that is past due.
 */
export async function firstFailure(
  stripe: Stripe,
  { id: subscription, status }: Stripe.Subscription,
): Promise<Date | undefined> {
  let failedAt: Date | undefined;
  if (status !== "past_due") return failedAt;
  for await (const invoice of stripe.invoices.list({ subscription, limit: 100 })) {
    if (invoice.status === "paid") break;
    const isFailed = invoice.attempted && invoice.status !== "void";
    if (isFailed) failedAt = toDate(invoice.status_transitions.finalized_at) ?? failedAt;
  }
  return failedAt;
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

/**
 * Cancels a subscription at once, without proration, and voids its unpaid invoices: Stripe would still charge a draft, and
 * an open or written-off one can be paid on Stripe's pages. Safe to repeat, also after a crash between the calls.
 */
export async function stopNow(stripe: Stripe, subscriptionId: string): Promise<void> {
  await cancel(stripe, subscriptionId);
  const unpaid = stripe.invoices.list({ subscription: subscriptionId, limit: 100 });
  for await (const invoice of unpaid) if (isPayable(invoice)) await voidInvoice(stripe, invoice);
}

/** Lets a subscription renew again; returns false for one that has ended. */
export async function resume(stripe: Stripe, subscriptionId: string): Promise<boolean> {
  const subscription = await stripe.subscriptions.retrieve(subscriptionId);
  return setRenewal(stripe, subscription, renewing(subscription));
}

/** Sets whether a subscription renews; returns false for one that has ended, even between read and write. */
export async function setRenewal(
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

/**
 * The parameters that undo the cancellation of a subscription, and none without one, so that a cancellation that arrives
 * before the write stays. Stripe keeps a date until it is cleared by name.
 */
export function renewing(subscription: Stripe.Subscription) {
  if (!isEnding(subscription)) return {};
  return cancelDateOf(subscription) === undefined
    ? { cancel_at_period_end: false }
    : { cancel_at: "" as const };
}

async function cancel(stripe: Stripe, subscriptionId: string): Promise<void> {
  if (hasEnded(await stripe.subscriptions.retrieve(subscriptionId))) return;
  try {
    await stripe.subscriptions.cancel(subscriptionId, { prorate: false });
  } catch (error) {
    if (!isMissing(error)) throw error; // Stripe no longer finds a subscription that was canceled a moment ago.
  }
}

/** Stripe voids finalized invoices only, and deletes no invoice of a subscription. */
async function voidInvoice(stripe: Stripe, { id, status }: Stripe.Invoice): Promise<void> {
  const isDraft = status === "draft";
  if (isDraft)
    await leave(stripe, { id, status }, () =>
      stripe.invoices.finalizeInvoice(id, { auto_advance: false }),
    );
  const from = isDraft ? "open" : status;
  await leave(stripe, { id, status: from }, () => stripe.invoices.voidInvoice(id));
}

/** Changes an invoice in this status. Another attempt may have changed it since, or the customer may have paid it. */
async function leave(
  stripe: Stripe,
  { id, status }: Pick<Stripe.Invoice, "id" | "status">,
  change: () => Promise<unknown>,
): Promise<void> {
  try {
    await change();
  } catch (error) {
    const isRefused = error instanceof Stripe.errors.StripeInvalidRequestError;
    if (!isRefused || (await stripe.invoices.retrieve(id)).status === status) throw error;
  }
}

function toFound(
  subscription: Stripe.Subscription,
  fetchedAt: Date,
  failedAt?: Date,
): FoundSubscription {
  const { userId, checkoutId } = subscription.metadata;
  return {
    snapshot: toSnapshot(subscription, fetchedAt, failedAt),
    userId,
    checkoutId,
  };
}
