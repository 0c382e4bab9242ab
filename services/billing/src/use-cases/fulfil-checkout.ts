import { applyLifetime, applyProviderSubscription, refuseTrial } from "../domain/transitions.ts";
import type { Subscription } from "../domain/subscription.ts";
import { dischargeDuties } from "./discharge-duties.ts";
import type { BillingDeps, ProviderSession } from "./ports.ts";

/** Why a session has no effect yet, or the state after it had one. */
export type Fulfilment =
  | { kind: "unpaid" }
  | { kind: "unknown" }
  | { kind: "fulfilled"; userId: string; subscription: Subscription; session: ProviderSession };

type Deps = Pick<
  BillingDeps,
  "subscriptions" | "checkouts" | "trialCards" | "payments" | "clock" | "rules"
>;

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
    return applyLifetime(current, payment, now, deps.rules);
  });
};

/**
 * Gives a paid session its effect, exactly once: the success page and the webhook both call it, in any order
 * and at the same time. @throws not-found when the provider does not know the session
 */
export const fulfilCheckout =
  (deps: Deps) =>
  async (sessionId: string): Promise<Fulfilment> => {
    const session = await deps.payments.findSession(sessionId);
    const checkout = session.checkoutId ? await deps.checkouts.find(session.checkoutId) : undefined;
    if (!checkout) return { kind: "unknown" };
    if (!session.isComplete || !session.isPaid) return { kind: "unpaid" };
    const { userId } = checkout;
    const { state } = await apply(deps, userId, session);
    await deps.checkouts.change(checkout.id, { status: "paid", sessionId });
    if (state.duties.length > 0) await dischargeDuties(deps)(userId);
    return { kind: "fulfilled", userId, subscription: state, session };
  };
