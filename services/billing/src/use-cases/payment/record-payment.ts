import { AppError } from "@orbline/kit/errors";
import { chargedPlan, type PaidPlan } from "@orbline/proto/constants/plans";
import type { Checkout } from "../../domain/checkout.ts";
import { withPaymentEmails } from "../../domain/payment/emails.ts";
import {
  applyProviderPayment,
  paymentStatus,
  type Conversion,
  type Payment,
  type ProviderPayment,
} from "../../domain/payment/payment.ts";
import { withCreditEffect } from "../../domain/payment/refund.ts";
import { findPlan } from "../../domain/plans.ts";
import { applyPayment } from "../../domain/subscription/apply-payment.ts";
import { isErasedError } from "../../domain/subscription/erase.ts";
import { providerSources, type Subscription } from "../../domain/subscription/subscription.ts";
import { fulfillCheckout } from "../checkout/fulfill-checkout.ts";
import type { BillingDeps, ApplyResult } from "../ports.ts";
import { syncSubscription } from "../subscription/sync.ts";

/** The longest time between a charge and the creation of its invoice. */
const purchaseFollowsMs = 3_600_000;

/**
 * Applies a payment from the provider: first its purchase, then its effect on access, the affiliate conversion of a
 * user's first payment, and the emails. Safe to repeat, in any order. Returns the reason if it had no effect.
 * @throws not-found, unavailable; also for a payment whose invoice may not exist yet
 */
export async function recordPayment(deps: BillingDeps, paymentId: string): Promise<ApplyResult> {
  const found = await deps.provider.findPayment(paymentId);
  await applyPurchase(deps, found);
  // Read after the purchase, because a guest's checkout may belong to an account now.
  const checkout = await findCheckout(deps, found);
  const known = (await deps.payments.find(paymentId))?.state;
  const userId = known?.userId ?? checkout?.userId;
  if (!userId) return noOwner(deps, found);
  const plan = known?.plan ?? (await paidPlanOf(deps, userId, found, checkout));
  const draft = applyProviderPayment(known, found, { userId, plan });
  if (!draft) return "not-charged";
  const subscription = await applyToAccess(deps, draft);
  const isFirst = subscription?.firstPaymentId === paymentId;
  const conversion = isFirst ? conversionOf(plan, checkout) : undefined;
  const grace = { graceMs: deps.rules.graceMs, firstFailedAt: failingSince(subscription, draft) };
  const { state } = await deps.payments.update(paymentId, (current) => {
    const next = applyProviderPayment(current, found, { userId, plan, conversion });
    if (!next) return undefined;
    return withCreditEffect(current, withPaymentEmails(current, next, grace));
  });
  if (state && state.effects.length > 0) deps.wake("paymentEffects");
  if (known && state) reportFailedRefund(deps, known, state);
  return "applied";
}

/** The user was told of the refund, and the money came back to us. */
function reportFailedRefund({ report }: BillingDeps, before: Payment, after: Payment): void {
  const cents = before.refundedCents - after.refundedCents;
  if (cents <= 0) return;
  const text = `a refund of ${cents} cents of the payment ${after.id} of ${after.userId} has failed`;
  report(new AppError("internal", "refund.failed", text));
}

/**
 * Applies an invoice from the provider: its subscription and each of its payments. Returns the reason if it had no
 * effect.
 * @throws not-found, unavailable
 */
export async function recordInvoice(deps: BillingDeps, invoiceId: string): Promise<ApplyResult> {
  const { subscriptionId, paymentIds } = await deps.provider.findInvoice(invoiceId);
  if (paymentIds.length === 0)
    return subscriptionId ? syncSubscription(deps, subscriptionId) : "not-charged";
  let result: ApplyResult = "not-charged";
  for (const paymentId of paymentIds) {
    const recorded = await recordPayment(deps, paymentId);
    if (result !== "applied") result = recorded;
  }
  return result;
}

/**
 * Repeats the work on a recent payment without any purchase, because Checkout charges the card before it creates the
 * subscription and its invoice. @throws unavailable for such a payment
 */
function noOwner({ clock }: BillingDeps, payment: ProviderPayment): ApplyResult {
  const { isPaid, subscriptionId, checkoutId, createdAt } = payment;
  const ageMs = Math.abs(clock.now().getTime() - createdAt.getTime());
  if (!isPaid || subscriptionId || checkoutId || ageMs > purchaseFollowsMs) return "not-ours";
  throw new AppError("unavailable", "payments.no-purchase", "the purchase of a payment is missing");
}

/**
 * Applies the purchase before its payment, so that a refund finds the source that it ends. Skips a reversed lifetime
 * purchase, because that would end a running subscription.
 */
async function applyPurchase(deps: BillingDeps, found: ProviderPayment): Promise<void> {
  if (found.subscriptionId) {
    const known = (await deps.payments.find(found.id))?.state;
    await syncSubscription(deps, found.subscriptionId, known?.userId);
    return;
  }
  const sessionId = (await findCheckout(deps, found))?.sessionId;
  if (sessionId && paymentStatus(found) === "succeeded") await fulfillCheckout(deps, sessionId);
}

async function findCheckout(
  { checkouts }: BillingDeps,
  { checkoutId }: ProviderPayment,
): Promise<Checkout | undefined> {
  return checkoutId ? checkouts.find(checkoutId) : undefined;
}

async function paidPlanOf(
  { subscriptions }: BillingDeps,
  userId: string,
  { subscriptionId }: ProviderPayment,
  checkout: Checkout | undefined,
): Promise<PaidPlan> {
  if (!subscriptionId) return "lifetime";
  const found = await subscriptions.find(userId);
  const source = found && providerSources(found.state).find(({ id }) => id === subscriptionId);
  return chargedPlan[source?.plan ?? checkout?.plan ?? "monthly"];
}

/** Applies a payment to the subscription first, which records whether it is the user's first payment. */
async function applyToAccess(
  { subscriptions, rules, wake }: BillingDeps,
  draft: Payment,
): Promise<Subscription | undefined> {
  const { userId } = draft;
  if (!(await subscriptions.find(userId))) return undefined;
  try {
    const { state } = await subscriptions.update(userId, (current, now) =>
      applyPayment(current, draft, now, rules),
    );
    if (state.effects.length > 0) wake("effects");
    return state;
  } catch (error) {
    if (!isErasedError(error)) throw error;
    return undefined;
  }
}

/** When the first charge failed of a subscription that is past due. */
function failingSince(subscription: Subscription | undefined, { subscriptionId }: Payment) {
  const sources = subscription ? providerSources(subscription) : [];
  return sources.find(({ id }) => id === subscriptionId)?.firstFailedAt;
}

function conversionOf(plan: PaidPlan, checkout: Checkout | undefined): Conversion | undefined {
  const { affiliateCode: code, source = "" } = checkout ?? {};
  return code ? { code, amountCents: findPlan(plan).priceCents, source } : undefined;
}
