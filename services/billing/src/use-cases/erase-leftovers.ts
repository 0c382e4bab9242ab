import { findLostForGood } from "./lost-customers.ts";
import type { BillingDeps } from "./ports.ts";

const batchSize = 100;

type Deps = Pick<BillingDeps, "erasedUsers" | "clock" | "report"> &
  Pick<BillingDeps, "subscriptions" | "payments" | "records"> & {
    eraseUser: (userId: string) => Promise<boolean>;
  };

/**
 * Erases everybody who has left once more, some time after: what was under way at that moment and died before it could
 * take back what it did has left something behind, here or at the provider. Safe to repeat. Answers how many users it
 * looked at.
 */
export const eraseLeftovers = (deps: Deps) => async (): Promise<number> => {
  const { erasedUsers, payments, clock, eraseUser, report } = deps;
  const due = await erasedUsers.findUnsettled(clock.now(), batchSize);
  for (const { userId, since } of due) {
    try {
      for (const id of await findLostForGood(deps, userId, since)) await payments.eraseCustomer(id);
      if (await eraseUser(userId)) await erasedUsers.settle(userId);
    } catch (error) {
      report(error);
    }
  }
  return due.length;
};
