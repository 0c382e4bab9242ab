import type { Checkout } from "../domain/checkout.ts";
import { isRefused } from "../domain/duties.ts";
import { applyProviderSubscription } from "../domain/provider-subscription.ts";
import type { Subscription } from "../domain/subscription.ts";
import type { Fulfilment } from "./fulfil-checkout.ts";
import type { BillingDeps } from "./ports.ts";
import type { LatePurchase } from "./turn-away.ts";

type Deps = Pick<BillingDeps, "subscriptions" | "checkouts" | "payments" | "rules" | "owe"> &
  Pick<BillingDeps, "erasedUsers"> & {
    fulfil: (sessionId: string) => Promise<Fulfilment>;
    turnAway: (userId: string, late: LatePurchase) => Promise<void>;
  };

/** A subscription that is new to us comes in by its checkout, which also checks the card. */
const fulfilItsCheckout = async ({ fulfil }: Deps, checkout: Checkout | undefined) =>
  !!checkout?.sessionId && (await fulfil(checkout.sessionId)).kind === "fulfilled";

const hasIt = ({ sources }: Subscription, subscriptionId: string) =>
  sources.some(({ id }) => id === subscriptionId);

/** Takes over what the provider says now of one subscription; answers false when it is not one of ours. */
export const syncSubscription =
  (deps: Deps) =>
  async (subscriptionId: string): Promise<boolean> => {
    const { checkoutId, snapshot, ...found } = await deps.payments.findSubscription(subscriptionId);
    const checkout = checkoutId ? await deps.checkouts.find(checkoutId) : undefined;
    const userId = found.userId ?? checkout?.userId;
    if (!userId) return fulfilItsCheckout(deps, checkout);
    const known = (await deps.subscriptions.find(userId))?.state;
    if (known && isRefused(known, subscriptionId)) return false;
    if (!known || !hasIt(known, subscriptionId)) {
      if (!(await deps.erasedUsers.has(userId))) return fulfilItsCheckout(deps, checkout);
      await deps.turnAway(userId, { subscriptionId, customerId: snapshot.customerId });
      return true;
    }
    // whoever has left meanwhile must not come back by this
    const { state } = await deps.subscriptions.update(userId, (current, now) =>
      hasIt(current, subscriptionId)
        ? applyProviderSubscription(current, snapshot, now, deps.rules)
        : current,
    );
    if (state.duties.length > 0) deps.owe(userId);
    return true;
  };
