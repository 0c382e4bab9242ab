import { type EmailFacts, scheduleEffect } from "../effects.ts";
import type { Payment } from "./payment.ts";

type Grace = {
  graceMs: number;
  /** When the first charge failed since the last paid one of the subscription; by default, of this payment. */
  firstFailedAt?: Date | undefined;
};

/**
 * Schedules the emails for a change of a payment: a receipt once it has succeeded, and one email for each failed
 * attempt and each refund. Each email has its own id, so that it is sent once.
 */
export function withPaymentEmails(
  before: Payment | undefined,
  after: Payment,
  grace: Grace,
): Payment {
  const { id, failedAttempts, refundedCents } = after;
  const emails = {
    [`receipt:${id}`]: receiptEmail(before, after),
    [`payment-failed:${id}:${failedAttempts}`]: failureEmail(before, after, grace),
    [`refunded:${id}:${refundedCents}`]: refundEmail(before, after),
  };
  let state = after;
  for (const [objectId, email] of Object.entries(emails))
    if (email) state = scheduleEffect(state, { kind: "email", objectId, email });
  return state;
}

function receiptEmail(before: Payment | undefined, after: Payment): EmailFacts | undefined {
  if (after.status === "failed" || (before && before.status !== "failed")) return undefined;
  const { plan, amountCents, currency } = after;
  const paidAt = after.paidAt ?? after.createdAt;
  return { kind: "receipt", plan, amountCents, currency, paidAt, renews: plan !== "lifetime" };
}

function failureEmail(
  before: Payment | undefined,
  after: Payment,
  { graceMs, firstFailedAt = after.firstFailedAt ?? after.fetchedAt }: Grace,
): EmailFacts | undefined {
  if (after.status !== "failed" || after.failedAttempts <= (before?.failedAttempts ?? 0))
    return undefined;
  const { amountCents, currency, nextAttemptAt } = after;
  const end = new Date(firstFailedAt.getTime() + graceMs);
  const graceUntil = end > after.fetchedAt ? end : undefined;
  return { kind: "payment-failed", amountCents, currency, graceUntil, nextAttemptAt };
}

function refundEmail(before: Payment | undefined, after: Payment): EmailFacts | undefined {
  const amountCents = after.refundedCents - (before?.refundedCents ?? 0);
  if (amountCents <= 0) return undefined;
  const { currency, plan, paidAt = after.createdAt } = after;
  return { kind: "refunded", amountCents, currency, plan, paidAt };
}
