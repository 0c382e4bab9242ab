import { AppError } from "@orbline/kit/errors";
import { newAccount, type AccountInput, type NewAccountDeps } from "./new-account.ts";
import type { Account } from "./ports.ts";

/**
 * Makes an admin's account, without a session; the only way to one. Safe to repeat: an admin of that name is
 * left as it is, password included. @throws conflict when a user has the name or the e-mail
 */
export const createAdmin =
  (deps: NewAccountDeps) =>
  async (input: AccountInput): Promise<{ account: Account; created: boolean }> => {
    const known = await deps.users.findByUsername(input.username);
    if (known?.user.role === "admin") return { account: known, created: false };
    if (known)
      throw new AppError(
        "conflict",
        "username.taken",
        `${input.username} is a user's account. Please choose another name for the admin.`,
      );
    return { account: await deps.users.add(await newAccount(deps)(input, "admin")), created: true };
  };
