import { AppError } from "@orbline/kit/errors";
import { Stripe } from "stripe";
import type { Refund } from "../use-cases/payment-provider.ts";
import { undoCredit } from "./credit.ts";
import { isMissing } from "./errors.ts";
import { hasEnded, setRenewal, stopNow } from "./subscription.ts";
import { cancelDateOf, idOf, isUnpaid, periodEndOf } from "./snapshot.ts";

/** The payment is refunded already, or disputed. */
const settledCodes = new Set(["charge_already_refunded", "charge_disputed"]);

type IsKept = (paymentId: string) => Promise<boolean>;

const refundEvery: IsKept = () => Promise.resolve(false);

/**
 * Refunds a payment. A full refund is safe to repeat, because Stripe refunds a charge in full once; it has no
 * idempotency key, because Stripe would repeat a failed response for a day. A partial refund is made once for each
 * command: its key is valid for a day, and after that the refund is in Stripe's list. A failed one is made again.
 * @throws conflict when Stripe refuses a partial refund
 */
export async function refund(stripe: Stripe, { paymentId, part }: Refund): Promise<void> {
  if (part) await refundPart(stripe, paymentId, part);
  else await refundAll(stripe, paymentId);
}

/**
 * Cancels a subscription at once, refunds its payments except the kept ones, and gives back the credit that it used.
 * Safe to repeat.
 */
export async function cancelAndRefund(
  stripe: Stripe,
  subscriptionId: string,
  isKept: IsKept = refundEvery,
): Promise<void> {
  await stopNow(stripe, subscriptionId);
  const { data: invoices } = await stripe.invoices.list({
    subscription: subscriptionId,
    limit: 100,
    expand: ["data.payments"],
  });
  for (const invoice of invoices) await refundInvoice(stripe, invoice, isKept);
  await undoCredit(stripe, subscriptionId);
}

/** Ends a subscription with its paid period, or at once while its newest invoice is unpaid. Safe to repeat. */
export async function stopAtPeriodEnd(stripe: Stripe, subscriptionId: string): Promise<void> {
  const subscription = await stripe.subscriptions.retrieve(subscriptionId, {
    expand: ["latest_invoice"],
  });
  if (hasEnded(subscription) || isUnpaid(subscription)) {
    await stopNow(stripe, subscriptionId);
    return refundPaidSince(stripe, subscription);
  }
  const endsAt = cancelDateOf(subscription) ?? Number.POSITIVE_INFINITY;
  if (subscription.cancel_at_period_end || endsAt <= periodEndOf(subscription)) return;
  await setRenewal(stripe, subscription, { cancel_at_period_end: true });
}

/** Refunds the newest invoice of a stopped subscription if it was paid since this state, or after the end. */
async function refundPaidSince(stripe: Stripe, before: Stripe.Subscription): Promise<void> {
  const id = idOf(before.latest_invoice);
  if (!id) return;
  const invoice = await stripe.invoices.retrieve(id, { expand: ["payments"] });
  const paidAt = invoice.status_transitions.paid_at ?? 0;
  const isLate = isUnpaid(before) || (before.ended_at !== null && paidAt > before.ended_at);
  if (invoice.status === "paid" && isLate) await refundInvoice(stripe, invoice);
}

/** Refunds what an invoice has taken, except the kept payments. Its payments must be expanded. */
async function refundInvoice(
  stripe: Stripe,
  { amount_paid: paidCents, payments }: Stripe.Invoice,
  isKept = refundEvery,
): Promise<void> {
  if (paidCents === 0) return;
  for (const { payment, status } of payments?.data ?? []) {
    const paymentId = idOf(payment.payment_intent);
    if (status !== "paid" || !paymentId || (await isKept(paymentId))) continue;
    await refundAll(stripe, paymentId);
  }
}

function isSettled(error: unknown) {
  return error instanceof Stripe.errors.StripeError && settledCodes.has(error.code ?? "");
}

/** A retry cannot succeed, because the payment is refunded or less is left than the amount. */
function isRefusal(error: unknown) {
  return isSettled(error) || error instanceof Stripe.errors.StripeInvalidRequestError;
}

async function refundAll(stripe: Stripe, paymentId: string): Promise<void> {
  try {
    await stripe.refunds.create({ payment_intent: paymentId, reason: "duplicate" });
  } catch (error) {
    if (!isSettled(error)) throw error;
  }
}

async function refundPart(
  stripe: Stripe,
  paymentId: string,
  { amountCents, commandId }: NonNullable<Refund["part"]>,
): Promise<void> {
  const known = stripe.refunds.list({ payment_intent: paymentId, limit: 100 });
  let failures = 0;
  for await (const { metadata, status } of known) {
    if (metadata?.["commandId"] !== commandId) continue;
    if (status !== "failed" && status !== "canceled") return;
    failures += 1;
  }
  try {
    await stripe.refunds.create(
      {
        payment_intent: paymentId,
        amount: amountCents,
        reason: "requested_by_customer",
        metadata: { commandId },
      },
      { idempotencyKey: `refund:${commandId}${failures > 0 ? `:${failures}` : ""}` },
    );
  } catch (error) {
    if (isMissing(error) || !isRefusal(error)) throw error;
    const text = "The payment provider refused this refund.";
    throw new AppError("conflict", "refund.refused", text, { cause: error });
  }
}
