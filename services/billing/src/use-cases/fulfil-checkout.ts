import { AppError, isKind } from "@orbline/kit/errors";
import type { Checkout } from "../domain/checkout.ts";
import { alsoCustomer } from "../domain/customers.ts";
import { nextLook } from "../domain/claims.ts";
import { applyLifetime } from "../domain/lifetime.ts";
import {
  applyProviderSubscription,
  isNewTrial,
  refuseTrial,
} from "../domain/provider-subscription.ts";
import { noSubscription, type Subscription } from "../domain/subscription.ts";
import type { ProviderSession } from "../domain/provider.ts";
import type { BillingDeps } from "./ports.ts";
import type { LatePurchase } from "./turn-away.ts";

/** Why a session has no effect yet, or the state after it had one. */
export type Fulfilment =
  | { kind: "unpaid" }
  | { kind: "unknown" }
  /** Paid when the account was already on its way out: cancelled and given back. */
  | { kind: "turned-away" }
  /** Bought by e-mail alone: it waits until the owner of that address follows the mailed link. */
  | { kind: "unclaimed"; checkout: Checkout; session: ProviderSession }
  | {
      kind: "fulfilled";
      checkout: Checkout & { userId: string };
      subscription: Subscription;
      session: ProviderSession;
    };

type Deps = Omit<BillingDeps, "report"> & {
  turnAway: (userId: string, late: LatePurchase) => Promise<void>;
};

/** Soon the account is gone and its address free for a new one: a paid purchase waits for that and is not dropped. */
const waitForLeaving = (cause: unknown): never => {
  if (!isKind(cause, "not-found")) throw cause;
  const text = "Your payment is still being processed. Please try again in a minute.";
  throw new AppError("unavailable", "account.leaving", text, { retryAfterSeconds: 60, cause });
};

/**
 * Finds out whose a purchase by e-mail alone is: a new account's where nobody has that address, else nobody's until
 * the mailed link is followed. Answers the user's id, if any. Safe to repeat until the link is mailed. @throws
 * unavailable, also while the account with that address is being deleted
 */
const settleGuest = async ({ accounts, checkouts, clock }: Deps, checkout: Checkout) => {
  const { id: checkoutId, guest, plan, affiliateCode } = checkout;
  if (!guest?.email || guest.mailed > 0) return checkout.userId;
  const { email, termsAccepted } = guest;
  const { account, created } = await accounts.open({
    email,
    checkoutId,
    ...(termsAccepted && { termsAccepted }),
    ...(affiliateCode && { affiliateCode }),
  });
  const userId = created ? await checkouts.attach(checkoutId, account.id) : checkout.userId;
  const accountId = userId ?? account.id;
  const link = { userId: accountId, checkoutId, plan, reminder: 0, email };
  await accounts.sendClaimLink(link).catch(waitForLeaving);
  const paidAt = clock.now();
  const settled = { accountId, paidAt };
  await checkouts.settleGuest(checkoutId, settled, nextLook(paidAt, 1));
  return userId;
};

/**
 * Claims the card of a trial that is new. Later the card may be another, which says nothing of this trial any more,
 * and one that is refused anyway must not use its card up.
 */
const mayHaveTrial = async (
  { subscriptions, trialCards }: Deps,
  userId: string,
  { subscription: bought, cardFingerprint }: ProviderSession,
) => {
  if (bought?.plan !== "trial" || !cardFingerprint) return true;
  const { state = noSubscription(userId) } = (await subscriptions.find(userId)) ?? {};
  return !isNewTrial(state, bought.id) || trialCards.claim(cardFingerprint, userId);
};

const apply = async (deps: Deps, userId: string, session: ProviderSession) => {
  const { subscription: snapshot, paymentId, isTakenBack, customerId, createdAt } = session;
  const isAllowed = await mayHaveTrial(deps, userId, session);
  return deps.subscriptions.update(userId, (known, now) => {
    const current = alsoCustomer(known, customerId);
    if (snapshot && !isAllowed && isNewTrial(current, snapshot.id))
      return refuseTrial(current, snapshot.id);
    if (snapshot) return applyProviderSubscription(current, snapshot, now, deps.rules);
    // what has gone back gives nothing, and must not end a running subscription on its way
    if (!paymentId || isTakenBack) return current;
    const payment = { id: paymentId, paidAt: createdAt, ...(customerId && { customerId }) };
    return applyLifetime(current, payment, now);
  });
};

const undo = async (deps: Deps, userId: string, session: ProviderSession): Promise<Fulfilment> => {
  const { subscription, paymentId, customerId } = session;
  await deps.turnAway(userId, {
    ...(subscription && { subscriptionId: subscription.id }),
    ...(paymentId && { paymentId }),
    ...(customerId && { customerId }),
  });
  return { kind: "turned-away" };
};

/**
 * Gives a paid session its effect, exactly once and whatever became of its checkout since: the success page and
 * the webhook both call it, in any order and at the same time. Whoever leaves is noted first and erased then, and here
 * it is the other way round, so that of a purchase and a deletion at the same moment one sees the other.
 * @throws not-found when the provider does not know the session
 */
export const fulfilCheckout =
  (deps: Deps) =>
  async (sessionId: string): Promise<Fulfilment> => {
    const session = await deps.payments.findSession(sessionId);
    const checkout = session.checkoutId ? await deps.checkouts.find(session.checkoutId) : undefined;
    const isPaid = session.isComplete && session.isPaid;
    const buyerId = checkout?.userId ?? session.userId;
    if (isPaid && buyerId && (await deps.erasedUsers.has(buyerId)))
      return undo(deps, buyerId, session);
    if (!checkout) return { kind: "unknown" };
    if (!isPaid) return { kind: "unpaid" };
    const userId = await settleGuest(deps, checkout);
    if (!userId) {
      await deps.checkouts.pay(checkout.id, sessionId);
      return { kind: "unclaimed", checkout, session };
    }
    const { state: subscription } = await apply(deps, userId, session);
    if (await deps.erasedUsers.has(userId)) return undo(deps, userId, session);
    await deps.checkouts.pay(checkout.id, sessionId);
    if (subscription.duties.length > 0) deps.owe(userId);
    return { kind: "fulfilled", checkout: { ...checkout, userId }, subscription, session };
  };
