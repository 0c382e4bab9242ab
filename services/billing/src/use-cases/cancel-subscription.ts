import { cancelAll } from "../domain/transitions.ts";
import { dischargeDuties } from "./discharge-duties.ts";
import type { BillingDeps } from "./ports.ts";

/**
 * Ends all access of a user now and asks the provider to stop at the period's end; while the provider is
 * down that wish is kept and tried again. Safe to repeat: the command id decides.
 */
export const cancelSubscription =
  (deps: Pick<BillingDeps, "subscriptions" | "payments" | "accounts">) =>
  async ({ userId, commandId }: { userId: string; commandId: string }) => {
    await deps.accounts.find(userId);
    const updated = await deps.subscriptions.update(userId, (current, now) =>
      cancelAll(current, { commandId }, now),
    );
    if (updated.state.duties.length === 0) return updated;
    const isDischarged = await dischargeDuties(deps)(userId).then(
      () => true,
      () => false, // stays in the aggregate; the sweep tries again
    );
    const latest = isDischarged ? await deps.subscriptions.find(userId) : undefined;
    return latest ? { ...latest, changed: updated.changed } : updated;
  };
