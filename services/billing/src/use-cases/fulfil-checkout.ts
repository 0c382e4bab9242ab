import type { Checkout } from "../domain/checkout.ts";
import { applyLifetime } from "../domain/lifetime.ts";
import { applyProviderSubscription, refuseTrial } from "../domain/provider-subscription.ts";
import type { Subscription } from "../domain/subscription.ts";
import type { ProviderSession } from "../domain/provider.ts";
import type { BillingDeps } from "./ports.ts";

/** Why a session has no effect yet, or the state after it had one. */
export type Fulfilment =
  | { kind: "unpaid" }
  | { kind: "unknown" }
  | {
      kind: "fulfilled";
      checkout: Checkout;
      subscription: Subscription;
      session: ProviderSession;
    };

type Deps = Omit<BillingDeps, "accounts" | "report" | "clock">;

const mayHaveTrial = async ({ trialCards }: Deps, userId: string, session: ProviderSession) => {
  const { subscription, cardFingerprint } = session;
  if (subscription?.plan !== "trial" || !cardFingerprint) return true;
  return trialCards.claim(cardFingerprint, userId);
};

const apply = async (deps: Deps, userId: string, session: ProviderSession) => {
  const { subscription: snapshot, paymentId, customerId, createdAt } = session;
  const isAllowed = await mayHaveTrial(deps, userId, session);
  return deps.subscriptions.update(userId, (current, now) => {
    if (snapshot && !isAllowed) return refuseTrial(current, snapshot.id);
    if (snapshot) return applyProviderSubscription(current, snapshot, now, deps.rules);
    if (!paymentId) return current;
    const payment = { id: paymentId, paidAt: createdAt, ...(customerId && { customerId }) };
    return applyLifetime(current, payment, now);
  });
};

/**
 * Gives a paid session its effect, exactly once and whatever became of its checkout since: the success page and
 * the webhook both call it, in any order and at the same time. @throws not-found when the provider does not
 * know the session
 */
export const fulfilCheckout =
  (deps: Deps) =>
  async (sessionId: string): Promise<Fulfilment> => {
    const session = await deps.payments.findSession(sessionId);
    const checkout = session.checkoutId ? await deps.checkouts.find(session.checkoutId) : undefined;
    if (!checkout) return { kind: "unknown" };
    if (!session.isComplete || !session.isPaid) return { kind: "unpaid" };
    const { userId } = checkout;
    const { state: subscription } = await apply(deps, userId, session);
    await deps.checkouts.pay(checkout.id, sessionId);
    if (subscription.duties.length > 0) deps.owe(userId);
    return { kind: "fulfilled", checkout, subscription, session };
  };
