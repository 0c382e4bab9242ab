import { isRefused } from "../domain/duties.ts";
import { applyProviderSubscription } from "../domain/provider-subscription.ts";
import type { Fulfilment } from "./fulfil-checkout.ts";
import type { BillingDeps } from "./ports.ts";

type Deps = Pick<BillingDeps, "subscriptions" | "checkouts" | "payments" | "rules" | "owe"> & {
  fulfil: (sessionId: string) => Promise<Fulfilment>;
};

/** A subscription that is new to us comes in by its checkout, which also checks the card. */
const fulfilItsCheckout = async ({ checkouts, fulfil }: Deps, checkoutId: string | undefined) => {
  const checkout = checkoutId ? await checkouts.find(checkoutId) : undefined;
  return !!checkout?.sessionId && (await fulfil(checkout.sessionId)).kind === "fulfilled";
};

/** Takes over what the provider says now of one subscription; answers false when it is not one of ours. */
export const syncSubscription =
  (deps: Deps) =>
  async (subscriptionId: string): Promise<boolean> => {
    const { userId, checkoutId, snapshot } = await deps.payments.findSubscription(subscriptionId);
    if (!userId) return false;
    const known = (await deps.subscriptions.find(userId))?.state;
    if (known && isRefused(known, subscriptionId)) return false;
    if (!known?.sources.some(({ id }) => id === subscriptionId))
      return fulfilItsCheckout(deps, checkoutId);
    const { state } = await deps.subscriptions.update(userId, (current, now) =>
      applyProviderSubscription(current, snapshot, now, deps.rules),
    );
    if (state.duties.length > 0) deps.owe(userId);
    return true;
  };
