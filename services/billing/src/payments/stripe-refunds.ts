import { AppError } from "@orbline/kit/errors";
import { Stripe } from "stripe";
import type { GiveBack } from "../domain/provider.ts";
import { isMissing } from "./stripe-errors.ts";
import { hasEnded } from "./stripe-renewal.ts";
import { idOf } from "./stripe-snapshot.ts";

/** Cancels a subscription at once, without proration; one that is canceled already is left as it is. */
export const stopNow = async (stripe: Stripe, subscriptionId: string): Promise<void> => {
  if (hasEnded(await stripe.subscriptions.retrieve(subscriptionId))) return;
  try {
    await stripe.subscriptions.cancel(subscriptionId, { prorate: false });
  } catch (error) {
    if (!isMissing(error)) throw error; // Stripe does not find one that was canceled a moment ago
  }
};

/** The money is back already, or the bank has taken it back itself. */
const settledCodes = new Set(["charge_already_refunded", "charge_disputed"]);

const isSettled = (error: unknown) =>
  error instanceof Stripe.errors.StripeError && settledCodes.has(error.code ?? "");

/**
 * Gives back what is left of a payment; safe to repeat, because Stripe refunds a charge in full once. It has no
 * idempotency key of its own: a key would repeat a failed answer for a day.
 */
export const refundPayment = async (stripe: Stripe, paymentId: string): Promise<void> => {
  try {
    await stripe.refunds.create({ payment_intent: paymentId, reason: "duplicate" });
  } catch (error) {
    if (!isSettled(error)) throw error;
  }
};

/** Refused for good: the money is back, or less is left than was asked for. */
const isRefusal = (error: unknown) =>
  isSettled(error) || error instanceof Stripe.errors.StripeInvalidRequestError;

/**
 * Gives back a part of a payment, once for each command: its key holds for a day, after which the refund is among those
 * that Stripe lists. A failure of Stripe's own is answered again for that day, which is better than paying twice.
 * @throws conflict when Stripe refuses it; that it does not know the payment is no refusal
 */
export const giveBack = async (
  stripe: Stripe,
  { paymentId, amountCents, commandId }: GiveBack,
): Promise<void> => {
  const known = stripe.refunds.list({ payment_intent: paymentId, limit: 100 });
  for await (const { metadata } of known) if (metadata?.["commandId"] === commandId) return;
  try {
    await stripe.refunds.create(
      {
        payment_intent: paymentId,
        amount: amountCents,
        reason: "requested_by_customer",
        metadata: { commandId },
      },
      { idempotencyKey: `refund:${commandId}` },
    );
  } catch (error) {
    if (isMissing(error) || !isRefusal(error)) throw error;
    const text = "The payment provider refused this refund.";
    throw new AppError("conflict", "refund.refused", text, { cause: error });
  }
};

const giveBackAll = () => Promise.resolve(false);

/** Cancels a subscription at once and gives back what was paid for it and is not to be kept; safe to repeat. */
export const cancelAndRefund = async (
  stripe: Stripe,
  subscriptionId: string,
  isKept: (paymentId: string) => Promise<boolean> = giveBackAll,
): Promise<void> => {
  await stopNow(stripe, subscriptionId);
  const { data: invoices } = await stripe.invoices.list({
    subscription: subscriptionId,
    limit: 100,
    expand: ["data.payments"],
  });
  const paid = invoices.filter((invoice) => invoice.amount_paid > 0);
  for (const { payment, status } of paid.flatMap(({ payments }) => payments?.data ?? [])) {
    const paymentId = idOf(payment.payment_intent);
    if (status !== "paid" || !paymentId || (await isKept(paymentId))) continue;
    await refundPayment(stripe, paymentId);
  }
};
