import type { Notice } from "./notices.ts";
import type { Plan } from "./plans.ts";

/** What a payment can pay for; a trial costs nothing. */
export type PaidPlan = Exclude<Plan, "trial">;

/** Whether a bank has taken a payment back: none has, one says so, it was decided for us, or against us. */
export type Dispute = "none" | "open" | "won" | "lost";

/** What the provider held of one payment when it was asked at `fetchedAt`; money in cents. */
export type ProviderPayment = {
  id: string;
  /** Of the checkout that began it. */
  checkoutId?: string;
  /** Absent for a single payment, which pays for lifetime access. */
  subscriptionId?: string;
  amountCents: number;
  refundedCents: number;
  currency: string;
  isPaid: boolean;
  dispute: Dispute;
  /** How often charging has failed so far. */
  failedAttempts: number;
  /** When it is charged again by itself. */
  nextAttemptAt?: Date;
  createdAt: Date;
  paidAt?: Date;
  fetchedAt: Date;
};

/** How a payment stands; a partial refund leaves it succeeded. */
export type PaymentStatus = "succeeded" | "failed" | "refunded" | "disputed";

/** What an affiliate brought with a user's first payment; in cents of the payment's currency. */
export type Conversion = { code: string; amountCents: number; source: string };

/** A conversion as it is counted, once for its payment. */
export type CountedConversion = Conversion & {
  paymentId: string;
  userId: string;
  plan: PaidPlan;
  at: Date;
};

/** What is owed for a payment: money to give back, or a mail. */
export type PaymentDuty =
  | { kind: "refund"; objectId: string; amountCents: number }
  | { kind: "mail"; objectId: string; notice: Notice };

/** What became of an ordered refund: it is still to be made, was made, or the provider does not make it. */
export type RefundOutcome = "owed" | "done" | "refused";

/** A refund that was ordered; one from before outcomes were kept has none: what is not owed any more counts as done. */
export type RefundOrder = { commandId: string; amountCents: number; outcome?: RefundOutcome };

/** One payment of a user; kept for the law without a name when the user is gone. */
export type Payment = Omit<ProviderPayment, "isPaid"> & {
  userId: string;
  plan: PaidPlan;
  status: PaymentStatus;
  firstFailedAt?: Date;
  conversion?: Conversion;
  /** Refunds that were ordered, so that a repeated order does nothing and is answered as the first was. */
  refunds: RefundOrder[];
  duties: PaymentDuty[];
};

/** Names of the changes that are published. */
export type PaymentEvent = "payment.succeeded" | "payment.failed" | "payment.refunded";

/** How a payment stands by what the provider says of it. */
export const paymentStatus = ({ isPaid, dispute, ...payment }: ProviderPayment): PaymentStatus => {
  if (!isPaid) return "failed";
  if (dispute === "open" || dispute === "lost") return "disputed";
  return payment.refundedCents >= payment.amountCents ? "refunded" : "succeeded";
};

/** The name of a payment's state as it is published. */
export const paymentEvent = ({ status, refundedCents }: Payment): PaymentEvent => {
  if (status === "failed") return "payment.failed";
  return status === "succeeded" && refundedCents === 0 ? "payment.succeeded" : "payment.refunded";
};

/** Whose a payment is and what for, as first known; the conversion counts on the first payment of a user. */
export type PaymentOwner = { userId: string; plan: PaidPlan; conversion?: Conversion };

const disputeSteps: Record<Dispute, number> = { none: 0, open: 1, won: 2, lost: 2 };

/** Of two answers of one instant the one that knows less: what was paid, decided or given back stays so. */
const knowsLess = (found: ProviderPayment, known: Payment): boolean =>
  (!found.isPaid && known.status !== "failed") ||
  disputeSteps[found.dispute] < disputeSteps[known.dispute] ||
  found.refundedCents < known.refundedCents;

const isOlder = (found: ProviderPayment, known: Payment): boolean =>
  found.fetchedAt.getTime() === known.fetchedAt.getTime()
    ? knowsLess(found, known)
    : found.fetchedAt < known.fetchedAt;

/** Takes over a payment from the provider; older answers are ignored. Owner and plan stay what they first were. */
export const applyProviderPayment = (
  current: Payment | undefined,
  answer: ProviderPayment,
  owner: PaymentOwner,
): Payment | undefined => {
  if (current && isOlder(answer, current)) return current;
  const { isPaid, ...found } = answer;
  // nothing was charged yet: the buyer is still on the page, or asked to authenticate
  if (!current && !isPaid && found.failedAttempts === 0) return undefined;
  const firstFailedAt = current?.firstFailedAt ?? (isPaid ? undefined : found.fetchedAt);
  const conversion = current?.conversion ?? owner.conversion;
  return {
    ...found,
    userId: current?.userId ?? owner.userId,
    plan: current?.plan ?? owner.plan,
    status: paymentStatus({ isPaid, ...found }),
    refunds: current?.refunds ?? [],
    duties: current?.duties ?? [],
    ...(firstFailedAt && { firstFailedAt }),
    ...(conversion && { conversion }),
  };
};
