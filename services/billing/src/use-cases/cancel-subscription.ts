import { cancelAll } from "../domain/admin-commands.ts";
import type { BillingDeps } from "./ports.ts";
import { refuseWhoLeft, takeBackFromWhoLeft } from "./refuse-who-left.ts";

type Deps = Pick<BillingDeps, "subscriptions" | "accounts" | "erasedUsers" | "owe"> & {
  eraseUser: (userId: string) => Promise<boolean>;
};

/**
 * Ends all access of a user now; that the provider stops at the period's end is owed and done behind the
 * answer, again and again while it is down. Safe to repeat: the command id decides. @throws invalid, not-found
 */
export const cancelSubscription =
  (deps: Deps) =>
  async ({ userId, commandId }: { userId: string; commandId: string }) => {
    await deps.accounts.find(userId);
    await refuseWhoLeft(deps, userId);
    const updated = await deps.subscriptions.update(userId, (current, now) =>
      cancelAll(current, { commandId }, now),
    );
    await takeBackFromWhoLeft(deps, userId);
    if (updated.state.duties.length > 0) deps.owe(userId);
    return updated;
  };
