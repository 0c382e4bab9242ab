import type Stripe from "stripe";
import { idOf } from "./stripe-snapshot.ts";

/** Cancels a subscription at once, without proration; one that is canceled already is left as it is. */
export const stopNow = async (stripe: Stripe, subscriptionId: string): Promise<void> => {
  const { status } = await stripe.subscriptions.retrieve(subscriptionId);
  if (status !== "canceled") await stripe.subscriptions.cancel(subscriptionId, { prorate: false });
};

const refundInvoice = async (stripe: Stripe, invoice: Stripe.Invoice) => {
  for (const { payment, status } of invoice.payments?.data ?? []) {
    const intent = idOf(payment.payment_intent);
    if (status !== "paid" || !intent) continue;
    await stripe.refunds.create(
      { payment_intent: intent, reason: "duplicate" },
      { idempotencyKey: `refund-${intent}` },
    );
  }
};

/** Cancels a subscription at once and gives back everything that was paid for it; safe to repeat. */
export const cancelAndRefund = async (stripe: Stripe, subscriptionId: string): Promise<void> => {
  await stopNow(stripe, subscriptionId);
  const invoices = await stripe.invoices.list({
    subscription: subscriptionId,
    limit: 100,
    expand: ["data.payments"],
  });
  for (const invoice of invoices.data)
    if (invoice.amount_paid > 0) await refundInvoice(stripe, invoice);
};
