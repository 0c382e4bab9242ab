import { AppError } from "@orbline/kit/errors";
import { checkoutLoginMs } from "../../domain/checkout.ts";
import { assertNotSelfExcluded } from "../../domain/subscription/self-exclusion.ts";
import { isSelfExcluded } from "../../domain/subscription/subscription.ts";
import { fulfillCheckout } from "../checkout/fulfill-checkout.ts";
import { recordInvoice, recordPayment } from "../payment/record-payment.ts";
import type { BillingDeps } from "../ports.ts";
import { withTimeout } from "../provider-calls.ts";
import { getSubscriptionStatus } from "../subscription/queries.ts";
import { refundUnclaimed } from "./refund-unclaimed.ts";

const deadlineMs = 8_000;

/**
 * Assigns a guest's purchase to the account of the user who followed the emailed link. Safe to repeat for that
 * account. Refunds the purchase of a user who is self-excluded: the checkout did not know who buys.
 * @throws not-found for another account, for a refunded purchase or one whose refund has begun, and for a checkout
 * that cannot be claimed; forbidden during a self-exclusion
 */
export async function claimCheckout(
  deps: BillingDeps,
  { checkoutId, userId }: { checkoutId: string; userId: string },
) {
  const { checkouts, subscriptions, clock } = deps;
  const checkout = await checkouts.find(checkoutId);
  const { guest, sessionId } = checkout ?? {};
  const isTheirs = guest?.accountId === userId && guest.abandonedAt === undefined;
  if (!sessionId || !isTheirs || checkout?.status !== "paid") throw notClaimable();
  const buyer = (await subscriptions.find(userId))?.state;
  if (!checkout.userId && buyer && isSelfExcluded(buyer, clock.now())) {
    await refundUnclaimed(deps, checkout);
    assertNotSelfExcluded(buyer, clock.now());
  }
  // Claimed before it takes effect, so that no refund begins. The sweep finishes an interrupted claim.
  if (!(await checkouts.claim(checkoutId, userId, clock.now()))) throw notClaimable();
  await checkouts.claimOthers(userId, clock.now());
  const fulfillment = await fulfillCheckout(deps, sessionId);
  if (fulfillment.kind === "fulfilled") {
    const { paymentId, invoiceId } = fulfillment.session;
    if (paymentId) await recordPayment(deps, paymentId);
    else if (invoiceId) await recordInvoice(deps, invoiceId);
  }
  await checkouts.updateGuest(checkoutId, { email: undefined }, null);
  return getSubscriptionStatus(deps, userId);
}

/**
 * Returns the account that a guest's paid checkout has opened, once and within two hours, to the browser that has its
 * secret.
 * @throws not-found for any other caller, conflict while the checkout is not paid, unavailable
 */
export async function redeemCheckout(
  deps: BillingDeps,
  { sessionId, secretHash }: { sessionId: string; secretHash: string },
): Promise<string> {
  const { checkouts, clock } = deps;
  const known = await checkouts.findBySession(sessionId);
  if (known?.guest?.secretHash !== secretHash) throw noLogin();
  const now = clock.now();
  const isOver = now.getTime() - known.createdAt.getTime() > checkoutLoginMs;
  if (isOver || known.guest.loginUsedAt || known.guest.claimedAt) throw noLogin();
  const fulfillment = await withTimeout(deadlineMs, fulfillCheckout(deps, sessionId));
  if (fulfillment.kind === "unpaid")
    throw new AppError("conflict", "checkout.unpaid", "This checkout is not paid yet.");
  if (fulfillment.kind !== "fulfilled" || !(await checkouts.useLogin(known.id, now)))
    throw noLogin();
  return fulfillment.checkout.userId;
}

function notClaimable(): AppError {
  const text = "There is no such purchase to claim.";
  return new AppError("not-found", "checkout.not-claimable", text);
}

function noLogin(): AppError {
  return new AppError("not-found", "checkout.no-login", "There is nothing to sign in to.");
}
