import { applyProviderSubscription } from "../domain/transitions.ts";
import { dischargeDuties } from "./discharge-duties.ts";
import type { BillingDeps } from "./ports.ts";

/** Takes over what the provider says now of one subscription; answers false when it is not one of ours. */
export const syncSubscription =
  (deps: Pick<BillingDeps, "subscriptions" | "payments" | "rules">) =>
  async (subscriptionId: string): Promise<boolean> => {
    const { userId, snapshot } = await deps.payments.findSubscription(subscriptionId);
    if (!userId) return false;
    const known = await deps.subscriptions.find(userId);
    // A subscription we have never seen is taken over by its checkout, which also checks the card.
    const isKnown = known?.state.sources.some(({ id }) => id === subscriptionId);
    if (!isKnown) return false;
    const { state } = await deps.subscriptions.update(userId, (current, now) =>
      applyProviderSubscription(current, snapshot, now, deps.rules),
    );
    if (state.duties.length > 0) await dischargeDuties(deps)(userId);
    return true;
  };
