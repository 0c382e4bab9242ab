import { AppError } from "@orbline/kit/errors";
import type { BillingDeps } from "./ports.ts";

type Deps = Pick<BillingDeps, "erasedUsers">;

/** Refuses to do anything for an account that is gone or on its way out. @throws not-found */
export const refuseWhoLeft = async ({ erasedUsers }: Deps, userId: string): Promise<void> => {
  if (await erasedUsers.has(userId))
    throw new AppError("not-found", "account.unknown", "There is no such account.");
};

/**
 * Takes back what was done for an account at the very moment at which it left, and refuses it then. Whoever leaves is
 * noted first and erased then; who calls this has written first and looks then, so that one of the two sees the other.
 * @throws not-found
 */
export const takeBackFromWhoLeft = async (
  deps: Deps & { eraseUser: (userId: string) => Promise<boolean> },
  userId: string,
): Promise<void> => {
  if (!(await deps.erasedUsers.has(userId))) return;
  await deps.eraseUser(userId);
  await refuseWhoLeft(deps, userId);
};
