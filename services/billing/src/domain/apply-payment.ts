import { type AccessRules, sourceAccess } from "./access.ts";
import { addDuty } from "./duties.ts";
import type { Payment } from "./payment.ts";
import { endSource, hasPaidSource, isFinal, replaceSource } from "./sources.ts";
import {
  isEnded,
  type LifetimeSource,
  type ProviderSource,
  type Reversal,
  type Subscription,
} from "./subscription.ts";

type PaidSource = ProviderSource | LifetimeSource;

const reversalStates: Record<Payment["status"], Reversal["state"]> = {
  refunded: "refunded",
  disputed: "disputed",
  succeeded: "kept",
  failed: "kept",
};

const findSource = ({ sources }: Subscription, { id, subscriptionId }: Payment) =>
  sources.find(
    (source): source is PaidSource =>
      source.kind !== "manual" && source.id === (subscriptionId ?? id),
  );

/** Of two answers of one instant that is the newer which knows of a dispute that was won, or of money that went back. */
const isNewer = (payment: Payment, { fetchedAt, state }: Reversal): boolean => {
  if (payment.fetchedAt.getTime() !== fetchedAt.getTime()) return payment.fetchedAt > fetchedAt;
  return payment.status === "refunded" || (state === "disputed" && payment.dispute === "won");
};

/** One that was never given back is not worth a note, unless a dispute about it was won. */
const noteReversal = (source: PaidSource, payment: Payment): PaidSource => {
  const reversals = source.reversals ?? [];
  const { id: paymentId, fetchedAt } = payment;
  const state = reversalStates[payment.status];
  const known = reversals.find((one) => one.paymentId === paymentId);
  const isNews = known
    ? known.state !== state && isNewer(payment, known)
    : state !== "kept" || payment.dispute === "won";
  if (!isNews) return source;
  const others = reversals.filter((one) => one !== known);
  return { ...source, reversals: [...others, { paymentId, state, fetchedAt }] };
};

/** Nobody is charged again for what was taken away. */
const stopCharging = (state: Subscription, source: PaidSource, payment: Payment): Subscription => {
  if (source.kind !== "provider" || isFinal(source)) return state;
  const { id: objectId } = source;
  return payment.status === "refunded"
    ? addDuty(state, { kind: "cancel", objectId, reason: "refunded" })
    : addDuty(state, { kind: "stop-at-period-end", objectId, reason: "disputed" });
};

const reverse = (
  subscription: Subscription,
  payment: Payment,
  now: Date,
  rules: AccessRules,
): Subscription => {
  const source = findSource(subscription, payment);
  const noted = source && noteReversal(source, payment);
  if (!source || noted === source || !noted) return subscription;
  const next = { ...subscription, sources: replaceSource(subscription.sources, noted) };
  if (isEnded(noted)) return stopCharging(next, noted, payment);
  // What was bought meanwhile stays; the one that was won back would only stand in its way.
  const isReplaced =
    isEnded(source) &&
    hasPaidSource(subscription, now, rules) &&
    sourceAccess(noted, now, rules).entitled;
  return isReplaced ? endSource(next, noted, now) : next;
};

const noteFirst = (subscription: Subscription, { id, paidAt }: Payment): Subscription => {
  if (!paidAt) return subscription;
  const { trialUsedAt, trialConvertedAt } = subscription;
  const isConversion = trialUsedAt && !trialConvertedAt && paidAt >= trialUsedAt;
  return {
    ...subscription,
    firstPaymentId: subscription.firstPaymentId ?? id,
    ...(isConversion && { trialConvertedAt: paidAt }),
  };
};

/**
 * What a payment's state means for a user's access: given back in full or disputed, it ends its source at once and
 * nothing more is charged for that; a dispute that was won restores it; a partial refund changes nothing. Safe to
 * repeat, in any order.
 */
export const applyPayment = (
  subscription: Subscription,
  payment: Payment,
  now: Date,
  rules: AccessRules,
): Subscription => noteFirst(reverse(subscription, payment, now, rules), payment);
