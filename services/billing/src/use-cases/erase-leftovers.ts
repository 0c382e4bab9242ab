import type { BillingDeps } from "./ports.ts";

const batchSize = 100;

type Deps = Pick<BillingDeps, "erasedUsers" | "clock" | "report"> & {
  eraseUser: (userId: string) => Promise<boolean>;
};

/**
 * Erases everybody who has left once more, some time after: what was under way at that moment and died before it could
 * take back what it did has left something behind. Safe to repeat. Answers how many users it looked at.
 */
export const eraseLeftovers = (deps: Deps) => async (): Promise<number> => {
  const { erasedUsers, clock, eraseUser, report } = deps;
  const due = await erasedUsers.findUnsettled(clock.now(), batchSize);
  for (const userId of due) {
    try {
      if (await eraseUser(userId)) await erasedUsers.settle(userId);
    } catch (error) {
      report(error);
    }
  }
  return due.length;
};
