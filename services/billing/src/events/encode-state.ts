import type { PaymentState } from "@orbline/proto/gen/billing/v1/PaymentState";
import type { SubscriptionState } from "@orbline/proto/gen/billing/v1/SubscriptionState";
import { subscriptionState } from "@orbline/proto/states";
import { compact } from "../domain/compact.ts";
import type { Payment } from "../domain/payment/payment.ts";
import type { Access } from "../domain/subscription/access.ts";

/** The encoded message of a user's state. */
export function encodeState(userId: string, access: Access): Buffer {
  return subscriptionState.encode(toState(userId, access));
}

/** A user's access as other services see it. */
export function toState(userId: string, access: Access): SubscriptionState {
  const { accessUntil, periodEnd, graceUntil, nextAttemptAt, ...state } = access;
  const { cancelAtPeriodEnd: _ends, ...fields } = state;
  return compact({
    userId,
    ...fields,
    accessUntilMs: accessUntil?.getTime(),
    periodEndMs: periodEnd?.getTime(),
    graceUntilMs: graceUntil?.getTime(),
    nextAttemptMs: nextAttemptAt?.getTime(),
  });
}

/** A payment as other services see it; the encoder drops fields that the message does not have. */
export function toPaymentState(payment: Payment): PaymentState {
  const { createdAt, paidAt, nextAttemptAt, conversion, ...fields } = payment;
  return compact({
    ...fields,
    createdAtMs: createdAt.getTime(),
    paidAtMs: paidAt?.getTime(),
    nextAttemptMs: nextAttemptAt?.getTime(),
    conversion: conversion && { ...conversion, currency: fields.currency },
  });
}
