import { cancelAll } from "../domain/admin-commands.ts";
import type { BillingDeps } from "./ports.ts";

/**
 * Ends all access of a user now; that the provider stops at the period's end is owed and done behind the
 * answer, again and again while it is down. Safe to repeat: the command id decides. @throws invalid, not-found
 */
export const cancelSubscription =
  ({ subscriptions, accounts, owe }: Pick<BillingDeps, "subscriptions" | "accounts" | "owe">) =>
  async ({ userId, commandId }: { userId: string; commandId: string }) => {
    await accounts.find(userId);
    const updated = await subscriptions.update(userId, (current, now) =>
      cancelAll(current, { commandId }, now),
    );
    if (updated.state.duties.length > 0) owe(userId);
    return updated;
  };
