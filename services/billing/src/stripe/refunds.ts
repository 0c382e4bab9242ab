import { AppError } from "@orbline/kit/errors";
import { Stripe } from "stripe";
import type { Refund } from "../use-cases/payment-provider.ts";
import { undoCredit } from "./credit.ts";
import { isMissing } from "./errors.ts";
import { stopNow } from "./subscription.ts";
import { idOf } from "./snapshot.ts";

/** The payment is refunded already, or disputed. */
const settledCodes = new Set(["charge_already_refunded", "charge_disputed"]);

const refundEvery = () => Promise.resolve(false);

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
  isKept: (paymentId: string) => Promise<boolean> = refundEvery,
): Promise<void> {
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
    await refundAll(stripe, paymentId);
  }
  await undoCredit(stripe, subscriptionId);
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
