import { newAccount, type AccountInput, type NewAccountDeps } from "./new-account.ts";
import type { Account } from "./ports.ts";

/** Makes a user's account, without a session, for demonstrations. Safe to repeat: a known name is left as it is. */
export const seedUser =
  (deps: NewAccountDeps) =>
  async (input: AccountInput): Promise<{ account: Account; created: boolean }> => {
    const known = await deps.users.findByUsername(input.username);
    if (known) return { account: known, created: false };
    return { account: await deps.users.add(await newAccount(deps)(input, "user")), created: true };
  };
