import { AppError } from "@orbline/kit/errors";
import { passwordIncorrect, passwordNone } from "../domain/user-errors.ts";
import type { UserId } from "../domain/user.ts";
import type { Account } from "./ports.ts";
import { verifyCredentials, type VerifyDeps } from "./verify-credentials.ts";

/** A signed-in user who enters the password again, in the named field of the request. */
export type ReenterPassword = {
  userId: UserId;
  password: string;
  field?: string;
  ip?: string | undefined;
};

/**
 * The signed-in user's account, once the password was entered again; counted like any login, so that a stolen
 * session cannot be used to guess. @throws invalid when it is wrong, conflict when there is none, rate-limited
 */
export const reenterPassword =
  (deps: VerifyDeps) =>
  async ({ userId, password, field, ip }: ReenterPassword): Promise<Account> => {
    const account = await deps.users.find(userId);
    if (!account || account.user.deletion)
      throw new AppError("unauthenticated", "session.required", "Please sign in first.");
    if (account.user.passwordHash === undefined) throw passwordNone();
    const { username } = account.user;
    const verified = await verifyCredentials(deps)({ username, password, ip });
    if (!verified || verified.user.id !== userId) throw passwordIncorrect(field);
    return verified;
  };
