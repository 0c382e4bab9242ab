import { isErased } from "../../domain/subscription/erase.ts";
import type { Subscription } from "../../domain/subscription/subscription.ts";
import type { BillingDeps } from "../ports.ts";

const maxPayments = 1_000;

/** Billing's records of one user. */
export type UserExport = {
  subscriptions: object[];
  payments: object[];
  checkouts: object[];
  trialCards: object[];
  affiliateConversions: object[];
  /** What stays after the deletion of the account, as text. */
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

type Deps = Pick<
  BillingDeps,
  "subscriptions" | "payments" | "checkouts" | "trialCards" | "conversions"
>;

/** Everything that billing keeps of one user, for the user's own export, and what outlives the account. */
export async function exportUser(deps: Deps, userId: string): Promise<UserExport> {
  const found = await deps.subscriptions.find(userId);
  const { rows } = await deps.payments.list({ userId, limit: maxPayments });
  const checkouts = await deps.checkouts.findOf(userId);
  const conversions = await deps.conversions.findOf(userId);
  return {
    subscriptions: found && !isErased(found.state) ? [toSubscriptionRecord(found.state)] : [],
    payments: rows.map(
      ({ id, plan, status, amountCents, refundedCents, currency, createdAt, paidAt }) => ({
        id,
        plan,
        status,
        amountCents,
        refundedCents,
        currency,
        createdAt,
        paidAt,
      }),
    ),
    checkouts: checkouts.map(({ id, plan, source, affiliateCode, status, createdAt }) => ({
      id,
      plan,
      source,
      affiliateCode,
      status,
      createdAt,
    })),
    trialCards: (await deps.trialCards.findOf(userId)).map((claimedAt) => ({ claimedAt })),
    affiliateConversions: conversions.map(({ code, plan, source, amountCents, at }) => ({
      code,
      plan,
      source,
      amountCents,
      at,
    })),
    keptAfterDeletion,
  };
}

function toSubscriptionRecord({ sources, trialUsedAt }: Subscription) {
  const records = sources.map((source) => {
    const { kind, id } = source;
    if (source.kind === "manual") return { kind, id, until: source.until };
    if (source.kind === "lifetime") return { kind, id, paidAt: source.paidAt };
    const { plan, status, createdAt, periodStart, periodEnd, cancelAtPeriodEnd } = source;
    return { kind, id, plan, status, createdAt, periodStart, periodEnd, cancelAtPeriodEnd };
  });
  return { sources: records, trialUsedAt };
}
