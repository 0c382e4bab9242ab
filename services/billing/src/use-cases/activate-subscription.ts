import { AppError } from "@orbline/kit/errors";
import { grantManually } from "../domain/admin-commands.ts";
import type { BillingDeps } from "./ports.ts";
import { refuseWhoLeft, takeBackFromWhoLeft } from "./refuse-who-left.ts";

type Deps = Pick<BillingDeps, "subscriptions" | "accounts" | "erasedUsers"> & {
  eraseUser: (userId: string) => Promise<boolean>;
};

/** Grants access by hand for some days. Safe to repeat: the command id decides. @throws invalid, not-found */
export const activateSubscription =
  (deps: Deps) =>
  async ({ userId, days, commandId }: { userId: string; days: number; commandId: string }) => {
    if (![1, 7, 30, 90, 365].includes(days))
      throw new AppError(
        "invalid",
        "duration.invalid",
        "Duration must be 1, 7, 30, 90 or 365 days.",
      );
    await deps.accounts.find(userId);
    await refuseWhoLeft(deps, userId);
    const updated = await deps.subscriptions.update(userId, (current, now) =>
      grantManually(current, { days, commandId }, now),
    );
    await takeBackFromWhoLeft(deps, userId);
    return updated;
  };
