import { AppError, isKind } from "@orbline/kit/errors";
import { type Checkout, nextLook } from "../../domain/checkout.ts";
import { isErasedError } from "../../domain/subscription/erase.ts";
import {
  applyLifetime,
  applyProviderSubscription,
  isNewTrial,
  refuseDuringExclusion,
  refuseTrial,
} from "../../domain/subscription/purchases.ts";
import {
  addCustomer,
  isSelfExcluded,
  noSubscription,
  type Subscription,
} from "../../domain/subscription/subscription.ts";
import { refundErasedUser } from "../deletion/refund-erased-user.ts";
import type { CheckoutSession } from "../payment-provider.ts";
import type { BillingDeps } from "../ports.ts";

/** The reason why a session has no effect, or the state after its effect. */
export type Fulfillment =
  | { kind: "unpaid" }
  | { kind: "unknown-session" }
  /** The account was deleted, so the purchase was canceled and refunded. */
  | { kind: "erased" }
  /** A guest's purchase waits until the owner of the address follows the emailed link. */
  | { kind: "unclaimed"; checkout: Checkout; session: CheckoutSession }
  | {
      kind: "fulfilled";
      checkout: Checkout & { userId: string };
      subscription: Subscription;
      session: CheckoutSession;
    };

/**
 * Applies a paid session exactly once. The success page and the webhook both call it, in any order and at the same
 * time. A purchase during a self-exclusion of the user or of a guest's address, or for an erased user, is refunded; the
 * version guard of the aggregate decides whether the purchase or the deletion comes first.
 * @throws not-found when the provider does not know the session
 */
export async function fulfillCheckout(deps: BillingDeps, sessionId: string): Promise<Fulfillment> {
  const session = await deps.provider.findSession(sessionId);
  const checkout = session.checkoutId ? await deps.checkouts.find(session.checkoutId) : undefined;
  const isPaid = session.isComplete && session.isPaid;
  const buyerId = checkout?.userId ?? session.userId;
  const buyer = isPaid && buyerId ? await deps.subscriptions.find(buyerId) : undefined;
  if (buyer?.state.erasedAt) return undo(deps, session);
  if (!checkout) return { kind: "unknown-session" };
  if (!isPaid) return { kind: "unpaid" };
  const userId = await settleGuest(deps, checkout);
  if (!userId) {
    await deps.checkouts.pay(checkout.id, sessionId);
    return { kind: "unclaimed", checkout, session };
  }
  try {
    const { state: subscription } = await apply(deps, userId, checkout, session);
    await deps.checkouts.pay(checkout.id, sessionId);
    if (subscription.effects.length > 0) deps.wake("effects");
    return { kind: "fulfilled", checkout: { ...checkout, userId }, subscription, session };
  } catch (error) {
    if (!isErasedError(error)) throw error;
    return undo(deps, session);
  }
}

/**
 * Finds the account of a guest's purchase. Opens one if no account has the address; otherwise returns none until the
 * owner follows the emailed link. Safe to repeat until the link is sent.
 * @throws unavailable, also while the account with that address is being deleted
 */
async function settleGuest(
  { accounts, checkouts, clock }: BillingDeps,
  checkout: Checkout,
): Promise<string | undefined> {
  const { id: checkoutId, guest, plan, affiliateCode } = checkout;
  if (!guest?.email || guest.mailed > 0) return checkout.userId;
  const { email, termsAccepted } = guest;
  const { account, created } = await accounts.open({
    email,
    checkoutId,
    termsAccepted,
    affiliateCode,
  });
  const userId = created ? await checkouts.attach(checkoutId, account.id) : checkout.userId;
  const accountId = userId ?? account.id;
  const link = { userId: accountId, checkoutId, plan, reminder: 0, email };
  await accounts.sendClaimLink(link).catch(waitForDeletion);
  const paidAt = clock.now();
  await checkouts.settleGuest(checkoutId, { accountId, paidAt }, nextLook(paidAt, 1));
  return userId;
}

/** A new account can soon use the address of a deleted one, so a paid purchase waits for that. */
function waitForDeletion(cause: unknown): never {
  if (!isKind(cause, "not-found")) throw cause;
  const text = "Your payment is still being processed. Please try again in a minute.";
  throw new AppError("unavailable", "account.leaving", text, { retryAfterSeconds: 60, cause });
}

async function apply(
  deps: BillingDeps,
  userId: string,
  { guest }: Checkout,
  session: CheckoutSession,
) {
  const { subscription: snapshot, isReversed, customerId, createdAt } = session;
  // A reversed payment gives no access and must not end a running subscription.
  const paymentId = isReversed ? undefined : session.paymentId;
  const objectId = snapshot?.id ?? paymentId;
  const kind = snapshot ? "cancel-and-refund" : "refund";
  const { excludedAddresses, clock } = deps;
  // A guest may have opened the page before the account with the address was deleted.
  const isAddressExcluded =
    !!guest?.email && !!(await excludedAddresses.findEnd(guest.email, clock.now()));
  const isAllowed = isAddressExcluded || (await mayHaveTrial(deps, userId, session));
  return deps.subscriptions.update(userId, (known, now) => {
    const current = addCustomer(known, customerId);
    const refused =
      objectId && refuseDuringExclusion(current, { kind, objectId }, now, isAddressExcluded);
    if (refused) return refused;
    if (snapshot && !isAllowed && isNewTrial(current, snapshot.id))
      return refuseTrial(current, snapshot.id);
    if (snapshot) return applyProviderSubscription(current, snapshot, now, deps.rules);
    return paymentId
      ? applyLifetime(current, { id: paymentId, paidAt: createdAt, customerId }, now)
      : current;
  });
}

/**
 * Claims the card of a new trial. A payment method that is not a card gets no trial. A later card does not matter for
 * this trial, and a trial that is refused for another reason must not use up its card.
 */
async function mayHaveTrial(
  { subscriptions, trialCards, clock }: BillingDeps,
  userId: string,
  { subscription: bought, cardFingerprint }: CheckoutSession,
): Promise<boolean> {
  if (bought?.plan !== "trial") return true;
  const { state = noSubscription(userId) } = (await subscriptions.find(userId)) ?? {};
  if (!isNewTrial(state, bought.id) || isSelfExcluded(state, clock.now())) return true;
  return trialCards.claim(cardFingerprint, userId);
}

async function undo(deps: BillingDeps, session: CheckoutSession): Promise<Fulfillment> {
  const { subscription, paymentId, customerId } = session;
  await refundErasedUser(deps, { subscriptionId: subscription?.id, paymentId, customerId });
  return { kind: "erased" };
}
