import { isDeepStrictEqual } from "node:util";
import { compact } from "../compact.ts";
import { type Effect, effectsDueAt } from "../effects.ts";
import type { PaidPlan } from "@orbline/proto/constants/plans";

/** The dispute of a payment: none, an open one, one that we won, one that we lost. */
export type Dispute = "none" | "open" | "won" | "lost";

/** A payment as the provider returned it at `fetchedAt`; money in cents. */
export type ProviderPayment = {
  id: string;
  /** The checkout of the payment. */
  checkoutId?: string | undefined;
  /** Absent for a single payment, which pays for lifetime access. */
  subscriptionId?: string | undefined;
  amountCents: number;
  refundedCents: number;
  currency: string;
  isPaid: boolean;
  dispute: Dispute;
  /** Number of failed charges so far. */
  failedAttempts: number;
  /** When the provider retries the charge. */
  nextAttemptAt?: Date | undefined;
  createdAt: Date;
  paidAt?: Date | undefined;
  fetchedAt: Date;
};

/** Statuses of a payment; after a partial refund it is still `succeeded`. */
export const paymentStatuses = ["succeeded", "failed", "refunded", "disputed"] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

/** An affiliate conversion: a user's first payment, at the price of its plan; cents. It counts while the payment stands. */
export type Conversion = { code: string; amountCents: number; source: string };

/** Outcome of an ordered refund: still pending, made, or refused by the provider, also after it was made. */
export type RefundOutcome = "pending" | "done" | "refused";

/** A refund that was ordered. */
export type RefundOrder = { commandId: string; amountCents: number; outcome: RefundOutcome };

/** One payment of a user. The law requires billing to keep it after a deletion; it contains no name. */
export type Payment = Omit<ProviderPayment, "isPaid"> & {
  userId: string;
  plan: PaidPlan;
  status: PaymentStatus;
  firstFailedAt?: Date | undefined;
  /** When billing learned of the latest refund. */
  refundedAt?: Date | undefined;
  conversion?: Conversion | undefined;
  /** Ordered refunds, so that a repeated order changes nothing and gets the result of the first one. */
  refunds: RefundOrder[];
  effects: Effect[];
  effectsDueAt?: Date | undefined;
};

/** Owner, plan and conversion of a payment. They never change. Only a user's first payment has a conversion. */
export type PaymentOwner = { userId: string; plan: PaidPlan; conversion?: Conversion | undefined };

const disputeSteps: Record<Dispute, number> = { none: 0, open: 1, won: 2, lost: 2 };

/** Sums of one month and plan; cents. */
export type PaymentSum = {
  /** UTC, e.g. "2026-11". */
  month: string;
  plan: string;
  payments: number;
  grossCents: number;
  refundedCents: number;
};

/** The status that the provider's snapshot implies. */
export function paymentStatus({ isPaid, dispute, ...payment }: ProviderPayment): PaymentStatus {
  if (!isPaid) return "failed";
  if (dispute === "open" || dispute === "lost") return "disputed";
  return payment.refundedCents >= payment.amountCents ? "refunded" : "succeeded";
}

/** Whether the money went back in full, or is disputed. */
export function isReversed({ status }: Pick<Payment, "status">): boolean {
  return status === "refunded" || status === "disputed";
}

/** Completes the next state of a payment; undefined when nothing changes. */
export function decidePayment(
  before: Payment | undefined,
  next: Payment | undefined,
  now: Date,
): Payment | undefined {
  if (!next) return undefined;
  const after = compact({ ...next, effectsDueAt: effectsDueAt(before, next, now) });
  return isDeepStrictEqual(before, after) ? undefined : after;
}

/**
 * Applies the provider's snapshot of a payment; ignores an older one. Owner and plan never change. Returns undefined
 * for a payment that has not been tried yet.
 */
export function applyProviderPayment(
  current: Payment | undefined,
  answer: ProviderPayment,
  owner: PaymentOwner,
): Payment | undefined {
  if (current && isOlder(answer, current)) return current;
  const { isPaid, ...found } = answer;
  // No charge yet: the buyer is still on the checkout page, or has to authenticate.
  if (!current && !isPaid && found.failedAttempts === 0) return undefined;
  const firstFailedAt = current?.firstFailedAt ?? (isPaid ? undefined : found.fetchedAt);
  const hasNewRefund = found.refundedCents > (current?.refundedCents ?? 0);
  const conversion = current?.conversion ?? owner.conversion;
  return {
    ...found,
    userId: current?.userId ?? owner.userId,
    plan: current?.plan ?? owner.plan,
    status: paymentStatus({ isPaid, ...found }),
    refunds: current ? refundsOf(current, found.refundedCents) : [],
    effects: current?.effects ?? [],
    effectsDueAt: current?.effectsDueAt,
    firstFailedAt,
    refundedAt: hasNewRefund ? found.fetchedAt : current?.refundedAt,
    conversion,
  };
}

/** The ordered refunds. When less is refunded than before, the newest one of the difference has failed. */
function refundsOf({ refunds, refundedCents: before }: Payment, refundedCents: number) {
  const failed = refunds.findLast(
    ({ outcome, amountCents }) => outcome === "done" && amountCents === before - refundedCents,
  );
  return refunds.map((one) => (one === failed ? { ...one, outcome: "refused" as const } : one));
}

/**
 * Whether, of two snapshots of the same instant, this one knows less. A payment, a decided dispute and a refund are
 * final.
 */
function knowsLess(found: ProviderPayment, known: Payment): boolean {
  return (
    (!found.isPaid && known.status !== "failed") ||
    disputeSteps[found.dispute] < disputeSteps[known.dispute] ||
    found.refundedCents < known.refundedCents
  );
}

function isOlder(found: ProviderPayment, known: Payment): boolean {
  return found.fetchedAt.getTime() === known.fetchedAt.getTime()
    ? knowsLess(found, known)
    : found.fetchedAt < known.fetchedAt;
}
