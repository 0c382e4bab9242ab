import type { Checkout } from "../../domain/checkout.ts";
import type { RefusalEffect } from "../../domain/effects.ts";
import { isErasedError } from "../../domain/subscription/erase.ts";
import {
  endSource,
  isRefused,
  refuse,
  type Subscription,
} from "../../domain/subscription/subscription.ts";
import type { CheckoutSession } from "../payment-provider.ts";
import type { BillingDeps } from "../ports.ts";
import { ignoreMissing } from "../provider-calls.ts";

/**
 * Cancels and refunds an unclaimed purchase. The effects of its account undo it; without an account it is undone at
 * the provider at once, and its customer is erased. Reports an object that the provider does not know. Safe to
 * repeat. Returns false for a purchase that was claimed since it was read.
 */
export async function refundUnclaimed(deps: BillingDeps, checkout: Checkout): Promise<boolean> {
  const { checkouts, provider, clock } = deps;
  const { id, sessionId, userId } = checkout;
  if (!sessionId) return true;
  if (!(await checkouts.abandon(id, clock.now()))) return false;
  const what = `refunding the purchase ${id}`;
  const session = await ignoreMissing(deps, what, () => provider.findSession(sessionId));
  if (session) await ignoreMissing(deps, what, () => undo(deps, userId, session));
  const customerId = userId ? undefined : session?.customerId;
  if (customerId) await ignoreMissing(deps, what, () => provider.eraseCustomer(customerId));
  await checkouts.updateGuest(id, { abandonedAt: clock.now(), email: undefined }, null);
  return true;
}

async function undo(
  { subscriptions, provider, wake }: BillingDeps,
  userId: string | undefined,
  session: CheckoutSession,
): Promise<void> {
  if (userId) {
    try {
      await subscriptions.update(userId, (current, now) => undoSource(current, session, now));
      return wake("effects");
    } catch (error) {
      if (!isErasedError(error)) throw error;
    }
  }
  const { subscription, paymentId } = session;
  if (subscription) await provider.cancelAndRefund(subscription.id);
  else if (paymentId) await provider.refund({ paymentId });
}

function undoSource(current: Subscription, session: CheckoutSession, now: Date): Subscription {
  const { subscription, paymentId } = session;
  const objectId = subscription?.id ?? paymentId;
  if (!objectId || isRefused(current, objectId)) return current;
  const kind = subscription ? "cancel-and-refund" : "refund";
  const effect: RefusalEffect = { kind, objectId, reason: "unclaimed" };
  const source = current.sources.find(({ id }) => id === objectId);
  return refuse(source ? endSource(current, source, now) : current, effect);
}
