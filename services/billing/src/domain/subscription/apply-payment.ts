import { scheduleEffect } from "../effects.ts";
import { isReversed, type Payment } from "../payment/payment.ts";
import { type AccessRules, hasPaidSource, sourceAccess } from "./access.ts";
import { stopCharges } from "./stop-charges.ts";
import {
  endProviderSources,
  endSource,
  isEnded,
  isFinal,
  providerSources,
  replaceSource,
  type LifetimeSource,
  type ProviderSource,
  type Reversal,
  type Subscription,
} from "./subscription.ts";

type PaidSource = ProviderSource | LifetimeSource;

type Context = { now: Date; rules: AccessRules };

const reversalStates: Record<Payment["status"], Reversal["state"]> = {
  refunded: "refunded",
  disputed: "disputed",
  succeeded: "kept",
  failed: "kept",
};

/**
 * Applies the state of a payment to its source of access. A full refund or a dispute ends the source at once and
 * stops further charges; a won dispute restores it; a partial refund changes nothing. Refunds a charge that was made
 * after its plan had ended or during a self-exclusion. Safe to repeat, in any order.
 */
export function applyPayment(
  subscription: Subscription,
  payment: Payment,
  now: Date,
  rules: AccessRules,
): Subscription {
  const source = findSource(subscription, payment);
  const reversed = source ? reverse(subscription, source, payment, { now, rules }) : subscription;
  return noteFirst(refundLate(reversed, source, payment), payment);
}

/**
 * Applies a reversed payment to the user's other subscriptions that have spent the credit which it left, and restores
 * them when the dispute is won. Safe to repeat.
 */
export function applyToOthers(
  subscription: Subscription,
  payment: Payment,
  { spentOn = [], ...context }: { spentOn?: string[] | undefined } & Context,
): Subscription {
  const isAffected = (source: ProviderSource) =>
    source.id !== payment.subscriptionId &&
    (isReversed(payment)
      ? spentOn.includes(source.id) && !isEnded(source) && !isFinal(source)
      : source.reversals?.some(({ paymentId }) => paymentId === payment.id));
  return providerSources(subscription)
    .filter(isAffected)
    .reduce((state, source) => reverse(state, source, payment, context), subscription);
}

function findSource({ sources }: Subscription, { id, subscriptionId }: Payment) {
  return sources.find(
    (source): source is PaidSource =>
      source.kind !== "manual" && source.id === (subscriptionId ?? id),
  );
}

/** Of two snapshots of the same instant, the newer one shows a won dispute or a refund. */
function isNewer(payment: Payment, { fetchedAt, state }: Reversal): boolean {
  if (payment.fetchedAt.getTime() !== fetchedAt.getTime()) return payment.fetchedAt > fetchedAt;
  return payment.status === "refunded" || (state === "disputed" && payment.dispute === "won");
}

/** Records a refund or a dispute on the source. A payment without either is recorded only after a won dispute. */
function noteReversal(source: PaidSource, payment: Payment): PaidSource {
  const reversals = source.reversals ?? [];
  const { id: paymentId, fetchedAt } = payment;
  const state = reversalStates[payment.status];
  const known = reversals.find((one) => one.paymentId === paymentId);
  const hasChanged = known
    ? known.state !== state && isNewer(payment, known)
    : state !== "kept" || payment.dispute === "won";
  if (!hasChanged) return source;
  const others = reversals.filter((one) => one !== known);
  return { ...source, reversals: [...others, { paymentId, state, fetchedAt }] };
}

/** Cancels a subscription that was refunded. */
function cancelRefunded(state: Subscription, source: PaidSource, payment: Payment): Subscription {
  if (source.kind !== "provider" || isFinal(source) || payment.status !== "refunded") return state;
  return scheduleEffect(state, { kind: "cancel", objectId: source.id, reason: "refunded" });
}

function reverse(
  subscription: Subscription,
  source: PaidSource,
  payment: Payment,
  { now, rules }: Context,
): Subscription {
  const noted = noteReversal(source, payment);
  if (noted === source) return subscription;
  const next = { ...subscription, sources: replaceSource(subscription.sources, noted) };
  if (isEnded(noted)) return stopCharges(cancelRefunded(next, noted, payment), now);
  if (noted.kind === "lifetime") return endProviderSources(next, now);
  // Keeps a newer purchase and cancels the one that the won dispute has restored.
  const isReplaced =
    isEnded(source) &&
    hasPaidSource(subscription, now, rules) &&
    sourceAccess(noted, now, rules).entitled;
  return isReplaced ? endSource(next, noted, now) : next;
}

/**
 * Refunds a charge of a plan that was made after it had ended here, such as a renewal while the provider did not respond to
 * the cancellation, or during the user's self-exclusion: it buys nothing. A refund that the bank has sent back is not repeated.
 */
function refundLate(
  state: Subscription,
  source: PaidSource | undefined,
  { id: objectId, status, paidAt, refundedAt }: Payment,
): Subscription {
  const refunded = source?.reversals?.find((reversal) => reversal.state === "refunded");
  const end = source?.endedAt ?? refunded?.fetchedAt;
  const isLate = paidAt && ((end && paidAt > end) || isDuringExclusion(state, source, paidAt));
  if (!isLate || status !== "succeeded" || refundedAt) return state;
  return scheduleEffect(state, { kind: "refund", objectId, reason: "ended" });
}

/** Whether a plan that was bought before its user's self-exclusion was charged during it. */
function isDuringExclusion(
  { selfExcludedAt, selfExcludedUntil }: Subscription,
  source: PaidSource | undefined,
  paidAt: Date,
): boolean {
  if (source?.kind !== "provider" || !selfExcludedAt || !selfExcludedUntil) return false;
  return paidAt > selfExcludedAt && paidAt < selfExcludedUntil;
}

function noteFirst(subscription: Subscription, { id, paidAt }: Payment): Subscription {
  if (!paidAt) return subscription;
  const { trialUsedAt, trialConvertedAt } = subscription;
  const isConverted = trialUsedAt && !trialConvertedAt && paidAt >= trialUsedAt;
  return {
    ...subscription,
    firstPaymentId: subscription.firstPaymentId ?? id,
    trialConvertedAt: isConverted ? paidAt : trialConvertedAt,
  };
}
