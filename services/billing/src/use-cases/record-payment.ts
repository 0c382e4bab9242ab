import { applyPayment } from "../domain/apply-payment.ts";
import type { Checkout } from "../domain/checkout.ts";
import {
  applyProviderPayment,
  paymentStatus,
  type Conversion,
  type PaidPlan,
  type Payment,
  type PaymentOwner,
  type ProviderPayment,
} from "../domain/payment.ts";
import { withPaymentNotices } from "../domain/payment-notices.ts";
import { findPlan } from "../domain/plans.ts";
import type { Subscription } from "../domain/subscription.ts";
import type { Fulfilment } from "./fulfil-checkout.ts";
import type { BillingDeps } from "./ports.ts";

type Deps = Pick<
  BillingDeps,
  "subscriptions" | "checkouts" | "payments" | "records" | "conversions" | "rules"
> &
  Pick<BillingDeps, "owe" | "owePayment"> & {
    sync: (subscriptionId: string) => Promise<boolean>;
    fulfil: (sessionId: string) => Promise<Fulfilment>;
  };

/**
 * What was paid for comes in before the payment, so that a refund finds what it ends. Lifetime access that has been
 * given back already must not end a running subscription on its way.
 */
const bringIn = async (deps: Deps, found: ProviderPayment, checkout: Checkout | undefined) => {
  if (found.subscriptionId) await deps.sync(found.subscriptionId);
  else if (checkout?.sessionId && paymentStatus(found) === "succeeded")
    await deps.fulfil(checkout.sessionId);
};

const planOf = (
  found: ProviderPayment,
  subscription: Subscription | undefined,
  checkout: Checkout | undefined,
): PaidPlan => {
  if (!found.subscriptionId) return "lifetime";
  const source = subscription?.sources
    .filter((one) => one.kind === "provider")
    .find(({ id }) => id === found.subscriptionId);
  return (source?.plan ?? checkout?.plan) === "annual" ? "annual" : "monthly";
};

const conversionOf = (checkout: Checkout | undefined, plan: PaidPlan): Conversion | undefined =>
  checkout?.affiliateCode
    ? {
        code: checkout.affiliateCode,
        amountCents: findPlan(plan).priceCents,
        source: checkout.source,
      }
    : undefined;

/** Whoever has left meanwhile must not come back by a payment. */
const isUnknown = ({ customerId, sources }: Subscription) => !customerId && sources.length === 0;

/** The user's state learns of it first: it knows whether this payment is the user's first. */
const applyToAccess = async (deps: Deps, draft: Payment): Promise<Subscription | undefined> => {
  const { subscriptions, rules, owe } = deps;
  if (!(await subscriptions.find(draft.userId))) return undefined;
  const { state } = await subscriptions.update(draft.userId, (current, now) =>
    isUnknown(current) ? current : applyPayment(current, draft, now, rules),
  );
  if (state.duties.length > 0) owe(draft.userId);
  return state;
};

const countConversion = async ({ conversions }: Deps, draft: Payment, conversion: Conversion) => {
  const { id: paymentId, userId, plan, paidAt, createdAt } = draft;
  await conversions.count({ paymentId, userId, plan, at: paidAt ?? createdAt, ...conversion });
  return conversion;
};

const findOwner = async (deps: Deps, found: ProviderPayment, checkout: Checkout | undefined) => {
  const known = (await deps.records.find(found.id))?.state;
  const userId = known?.userId ?? checkout?.userId;
  if (!userId) return undefined;
  const subscription = (await deps.subscriptions.find(userId))?.state;
  const owner: PaymentOwner = {
    userId,
    plan: known?.plan ?? planOf(found, subscription, checkout),
  };
  return { owner, draft: applyProviderPayment(known, found, owner) };
};

/**
 * Takes over what the provider says now of one payment: what was paid for comes in first, then access follows from
 * the payment, an affiliate's conversion is counted on a user's first, and mails are owed. Safe to repeat, in any
 * order. Answers false for a payment that is not one of ours, or not begun yet. @throws not-found, unavailable
 */
export const recordPayment =
  (deps: Deps) =>
  async (paymentId: string): Promise<boolean> => {
    const found = await deps.payments.findPayment(paymentId);
    const { checkoutId } = found;
    await bringIn(deps, found, checkoutId ? await deps.checkouts.find(checkoutId) : undefined);
    // asked again: it may have come to belong to an account
    const checkout = checkoutId ? await deps.checkouts.find(checkoutId) : undefined;
    const owned = await findOwner(deps, found, checkout);
    if (!owned?.draft) return false;
    const { owner, draft } = owned;
    const subscription = await applyToAccess(deps, draft);
    const earned = conversionOf(checkout, draft.plan);
    const isFirst = subscription?.firstPaymentId === paymentId;
    const conversion = isFirst && earned ? await countConversion(deps, draft, earned) : undefined;
    const { state } = await deps.records.update(paymentId, (current) => {
      const next = applyProviderPayment(current, found, {
        ...owner,
        ...(conversion && { conversion }),
      });
      return next && withPaymentNotices(current, next, deps.rules.graceMs);
    });
    if (state && state.duties.length > 0) deps.owePayment(paymentId);
    return true;
  };
