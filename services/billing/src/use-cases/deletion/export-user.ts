import { isErased } from "../../domain/subscription/erase.ts";
import type { Source } from "../../domain/subscription/subscription.ts";
import type { BillingDeps } from "../ports.ts";

const maxPayments = 1_000;

/** The data that billing keeps after the deletion of the account. */
const keptAfterDeletion = {
  payments:
    "What you paid, when and for what, because the law requires it; without your name and addresses. The payment provider keeps invoices and charges as they were written.",
  trialCards:
    "A one-way hash for each card that has had a free trial, so that it has only one; without your account and the date.",
  selfExclusion:
    "If you exclude yourself: a keyed hash of your email address until the self-exclusion ends, so that nobody buys a plan with the address. Without a self-exclusion we keep the hash for seven days, in case one is still being processed.",
  affiliateConversions:
    "That your first payment came through an affiliate, as a part of that payment, so that it stays counted.",
};

/**
 * All data that billing stores about one user, for the user's own export, and the data that it keeps after a
 * deletion.
 */
export async function exportUser(
  deps: Pick<BillingDeps, "subscriptions" | "payments" | "checkouts" | "trialCards">,
  userId: string,
) {
  const subscription = (await deps.subscriptions.find(userId))?.state;
  const { rows: payments } = await deps.payments.list({ userId, limit: maxPayments });
  const checkouts = await deps.checkouts.findOf(userId);
  const paymentFields = [
    "status",
    "refundedCents",
    "refundedAt",
    "currency",
    "createdAt",
    "paidAt",
  ] as const;
  const checkoutFields = ["source", "affiliateCode", "status", "createdAt"] as const;
  return {
    subscriptions:
      subscription && !isErased(subscription)
        ? [
            {
              sources: subscription.sources.map(toRecord),
              trialUsedAt: subscription.trialUsedAt,
              selfExcludedAt: subscription.selfExcludedAt,
              selfExcludedUntil: subscription.selfExcludedUntil,
            },
          ]
        : [],
    payments: payments.map((one) => pick(one, "id", "plan", "amountCents", ...paymentFields)),
    checkouts: checkouts.map((one) => pick(one, "id", "plan", ...checkoutFields)),
    trialCards: (await deps.trialCards.findOf(userId)).map((claimedAt) => ({ claimedAt })),
    affiliateConversions: payments.flatMap(({ conversion, plan, paidAt: at }) =>
      conversion ? [{ ...conversion, plan, at }] : [],
    ),
    keptAfterDeletion,
  };
}

function toRecord(source: Source) {
  if (source.kind === "manual") return pick(source, "kind", "id", "until");
  if (source.kind === "lifetime") return pick(source, "kind", "id", "paidAt");
  const period = ["periodStart", "periodEnd", "cancelAtPeriodEnd"] as const;
  return pick(source, "kind", "id", "plan", "status", "createdAt", ...period);
}

function pick<Row, Field extends keyof Row>(row: Row, ...fields: Field[]) {
  return Object.fromEntries(fields.map((field) => [field, row[field]]));
}
