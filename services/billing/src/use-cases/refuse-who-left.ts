import { AppError } from "@orbline/kit/errors";
import type { BillingDeps } from "./ports.ts";

/** Refuses to do anything for an account that is gone or on its way out. @throws not-found */
export const refuseWhoLeft = async (
  { erasedUsers }: Pick<BillingDeps, "erasedUsers">,
  userId: string,
): Promise<void> => {
  if (await erasedUsers.has(userId))
    throw new AppError("not-found", "account.unknown", "There is no such account.");
};
