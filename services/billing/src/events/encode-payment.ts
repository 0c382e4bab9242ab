import type { PaymentState } from "@orbline/proto/gen/billing/v1/PaymentState";
import { paymentState } from "@orbline/proto/states";
import type { Payment } from "../domain/payment.ts";

/** A payment as other services see it. */
export const toPaymentState = (payment: Payment): PaymentState => {
  const { id, userId, status, plan, amountCents, refundedCents, currency } = payment;
  const { paidAt, subscriptionId, nextAttemptAt, conversion } = payment;
  return {
    id,
    userId,
    status,
    plan,
    amountCents,
    refundedCents,
    currency,
    createdAtMs: payment.createdAt.getTime(),
    failedAttempts: payment.failedAttempts,
    ...(paidAt && { paidAtMs: paidAt.getTime() }),
    ...(subscriptionId && { subscriptionId }),
    ...(nextAttemptAt && { nextAttemptMs: nextAttemptAt.getTime() }),
    ...(conversion && { conversion: { ...conversion, currency } }),
  };
};

/** Bytes of a payment's state message. */
export const encodePayment = (payment: Payment): Buffer =>
  paymentState.encode(toPaymentState(payment));
