import { AppError } from "@orbline/kit/errors";
import type { UserId } from "../domain/user.ts";
import type { Account, Users } from "./ports.ts";

/** The signed-in user's own account. @throws unauthenticated when it is gone although its session is not */
export const getCurrentUser =
  ({ users }: { users: Users }) =>
  async (id: UserId): Promise<Account> => {
    const account = await users.find(id);
    if (!account)
      throw new AppError("unauthenticated", "session.required", "Please sign in first.");
    return account;
  };
