import type { Checkout } from "../../domain/checkout.ts";
import { isErasedError } from "../../domain/subscription/erase.ts";
import { applyProviderSubscription } from "../../domain/subscription/purchases.ts";
import { isRefused, type Subscription } from "../../domain/subscription/subscription.ts";
import { fulfillCheckout } from "../checkout/fulfill-checkout.ts";
import { refundErasedUser } from "../deletion/refund-erased-user.ts";
import type { BillingDeps, ApplyResult } from "../ports.ts";

/**
 * Applies a subscription from the provider. `ownerId` is its user, if known: the deletion of a user also deletes the checkout
 * by which a guest's subscription is found. Returns the reason if it had no effect.
 */
export async function syncSubscription(
  deps: BillingDeps,
  subscriptionId: string,
  ownerId?: string,
): Promise<ApplyResult> {
  const { checkoutId, snapshot, ...found } = await deps.provider.findSubscription(subscriptionId);
  const checkout = checkoutId ? await deps.checkouts.find(checkoutId) : undefined;
  const userId = found.userId ?? checkout?.userId ?? ownerId;
  if (!userId) return fulfillItsCheckout(deps, checkout);
  const known = (await deps.subscriptions.find(userId))?.state;
  if (known && isRefused(known, subscriptionId)) return "refused";
  if (known?.erasedAt) {
    const { customerId } = snapshot;
    await refundErasedUser(deps, { subscriptionId, customerId });
    return "applied";
  }
  if (!known || !hasSource(known, subscriptionId)) return fulfillItsCheckout(deps, checkout);
  try {
    const { state } = await deps.subscriptions.update(userId, (current, now) =>
      applyProviderSubscription(current, snapshot, now, deps.rules),
    );
    if (state.effects.length > 0) deps.wake("effects");
  } catch (error) {
    if (!isErasedError(error)) throw error;
  }
  return "applied";
}

/** The checkout applies a new subscription, because it also checks the card. */
async function fulfillItsCheckout(
  deps: BillingDeps,
  checkout: Checkout | undefined,
): Promise<ApplyResult> {
  if (!checkout?.sessionId) return "not-ours";
  const { kind } = await fulfillCheckout(deps, checkout.sessionId);
  return kind === "fulfilled" ? "applied" : kind;
}

function hasSource({ sources }: Subscription, subscriptionId: string): boolean {
  return sources.some(({ id }) => id === subscriptionId);
}
