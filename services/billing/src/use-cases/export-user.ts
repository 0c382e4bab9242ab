import type { Checkout } from "../domain/checkout.ts";
import type { Payment } from "../domain/payment.ts";
import type { Subscription } from "../domain/subscription.ts";
import type { BillingDeps } from "./ports.ts";

const maxPayments = 1_000;

/** What billing keeps of one user: lists of records by what they are. */
export type UserExport = {
  subscriptions: object[];
  payments: object[];
  checkouts: object[];
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

/** Everything that billing keeps of one user, for the user's own export. */
export const exportUser =
  ({
    subscriptions,
    records,
    checkouts,
  }: Pick<BillingDeps, "subscriptions" | "records" | "checkouts">) =>
  async (userId: string): Promise<UserExport> => {
    const found = await subscriptions.find(userId);
    const { rows } = await records.list({ userId, limit: maxPayments });
    return {
      subscriptions: found ? [toSubscriptionRecord(found.state)] : [],
      payments: rows.map(toPaymentRecord),
      checkouts: (await checkouts.findOf(userId)).map(toCheckoutRecord),
    };
  };
