import type { Notice } from "./notices.ts";
import type { Payment } from "./payment.ts";

const receiptOf = (before: Payment | undefined, after: Payment): Notice | undefined => {
  if (after.status === "failed" || (before && before.status !== "failed")) return undefined;
  const { plan, amountCents, currency } = after;
  const paidAt = after.paidAt ?? after.createdAt;
  return { kind: "receipt", plan, amountCents, currency, paidAt, renews: plan !== "lifetime" };
};

const failureOf = (
  before: Payment | undefined,
  after: Payment,
  graceMs: number,
): Notice | undefined => {
  if (after.status !== "failed" || after.failedAttempts <= (before?.failedAttempts ?? 0))
    return undefined;
  const { amountCents, currency, nextAttemptAt } = after;
  const failedAt = after.firstFailedAt ?? after.fetchedAt;
  const graceUntil = new Date(failedAt.getTime() + graceMs);
  const next = nextAttemptAt && { nextAttemptAt };
  return { kind: "payment-failed", amountCents, currency, graceUntil, ...next };
};

const refundOf = (before: Payment | undefined, after: Payment): Notice | undefined => {
  const amountCents = after.refundedCents - (before?.refundedCents ?? 0);
  if (amountCents <= 0) return undefined;
  return { kind: "refunded", amountCents, currency: after.currency };
};

/**
 * The mails that a change of a payment calls for: a receipt once it has succeeded, a word on each failed attempt,
 * one on each refund. Each has an id of its own, so that it is sent once.
 */
export const withPaymentNotices = (
  before: Payment | undefined,
  after: Payment,
  graceMs: number,
): Payment => {
  const mails = [
    { objectId: `receipt:${after.id}`, notice: receiptOf(before, after) },
    {
      objectId: `payment-failed:${after.id}:${after.failedAttempts}`,
      notice: failureOf(before, after, graceMs),
    },
    { objectId: `refunded:${after.id}:${after.refundedCents}`, notice: refundOf(before, after) },
  ];
  const owed = mails.flatMap(({ objectId, notice }) =>
    notice ? [{ kind: "mail" as const, objectId, notice }] : [],
  );
  return owed.length > 0 ? { ...after, duties: [...after.duties, ...owed] } : after;
};
