import { Stripe } from "stripe";
import { idOf } from "./stripe-snapshot.ts";

const isMissing = (error: unknown) =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 404;

/** Cancels a subscription at once, without proration; one that is canceled already is left as it is. */
export const stopNow = async (stripe: Stripe, subscriptionId: string): Promise<void> => {
  const { status } = await stripe.subscriptions.retrieve(subscriptionId);
  if (status === "canceled" || status === "incomplete_expired") return;
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

/** Cancels a subscription at once and gives back everything that was paid for it; safe to repeat. */
export const cancelAndRefund = async (stripe: Stripe, subscriptionId: string): Promise<void> => {
  await stopNow(stripe, subscriptionId);
  const { data: invoices } = await stripe.invoices.list({
    subscription: subscriptionId,
    limit: 100,
    expand: ["data.payments"],
  });
  const paid = invoices.filter((invoice) => invoice.amount_paid > 0);
  for (const { payment, status } of paid.flatMap(({ payments }) => payments?.data ?? [])) {
    const paymentId = idOf(payment.payment_intent);
    if (status === "paid" && paymentId) await refundPayment(stripe, paymentId);
  }
};
