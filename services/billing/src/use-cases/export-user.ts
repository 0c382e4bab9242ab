import type { Checkout } from "../domain/checkout.ts";
import type { CountedConversion, Payment } from "../domain/payment.ts";
import type { Subscription } from "../domain/subscription.ts";
import type { BillingDeps } from "./ports.ts";

const maxPayments = 1_000;

/** What billing keeps of one user: lists of records by what they are. */
export type UserExport = {
  subscriptions: object[];
  payments: object[];
  checkouts: object[];
  trialCards: object[];
  affiliateConversions: object[];
  /** What stays when the account is deleted, in words. */
  keptAfterDeletion: Record<string, string>;
};

const keptAfterDeletion = {
  payments:
    "What you paid, when and for what, because the law asks for it; without your name and addresses. The payment provider keeps bills and charges as they were written.",
  trialCards:
    "A one-way hash for each card that has had a free trial, so that it has one only; without your account and the date.",
  affiliateConversions:
    "That somebody's first payment came by an affiliate, with plan, amount and date, so that it stays counted; without your account.",
};

const toSubscriptionRecord = ({ sources, trialUsedAt }: Subscription) => ({
  sources: sources.map((source) => {
    const { kind, id } = source;
    if (source.kind === "manual") return { kind, id, until: source.until };
    if (source.kind === "lifetime") return { kind, id, paidAt: source.paidAt };
    const { plan, status, createdAt, periodStart, periodEnd, cancelAtPeriodEnd } = source;
    return { kind, id, plan, status, createdAt, periodStart, periodEnd, cancelAtPeriodEnd };
  }),
  ...(trialUsedAt && { trialUsedAt }),
});

const toPaymentRecord = (payment: Payment) => {
  const { id, plan, status, amountCents, refundedCents, currency, createdAt, paidAt } = payment;
  return { id, plan, status, amountCents, refundedCents, currency, createdAt, paidAt };
};

const toCheckoutRecord = ({ id, plan, source, affiliateCode, status, createdAt }: Checkout) => ({
  id,
  plan,
  source,
  affiliateCode,
  status,
  createdAt,
});

const toConversionRecord = ({ code, plan, source, amountCents, at }: CountedConversion) => ({
  code,
  plan,
  source,
  amountCents,
  at,
});

type Deps = Pick<
  BillingDeps,
  "subscriptions" | "records" | "checkouts" | "trialCards" | "conversions"
>;

/** Everything that billing keeps of one user, for the user's own export, and what of it outlives the account. */
export const exportUser =
  ({ subscriptions, records, checkouts, trialCards, conversions }: Deps) =>
  async (userId: string): Promise<UserExport> => {
    const found = await subscriptions.find(userId);
    const { rows } = await records.list({ userId, limit: maxPayments });
    return {
      subscriptions: found ? [toSubscriptionRecord(found.state)] : [],
      payments: rows.map(toPaymentRecord),
      checkouts: (await checkouts.findOf(userId)).map(toCheckoutRecord),
      trialCards: (await trialCards.findOf(userId)).map((claimedAt) => ({ claimedAt })),
      affiliateConversions: (await conversions.findOf(userId)).map(toConversionRecord),
      keptAfterDeletion,
    };
  };
