import { isKind } from "@orbline/kit/errors";
import { replacePasswordHash } from "../domain/user-changes.ts";
import type { Account, LoginAttempts, Passwords, Users } from "./ports.ts";

/** What somebody gives to prove who they are, and from which address; an e-mail is as good as the username. */
export type Credentials = { username: string; password: string; ip?: string | undefined };

/** What checking a password needs. */
export type VerifyDeps = { users: Users; passwords: Passwords; loginAttempts: LoginAttempts };

/** No username holds an at-sign. */
const findByLogin = (users: Users, login: string) =>
  login.includes("@") ? users.findByEmail(login) : users.findByUsername(login);

/**
 * The account with this username or e-mail and this password, or undefined. Throttled, and an unknown name takes as
 * long as a wrong password. A hash made with older parameters is renewed. @throws rate-limited, unavailable
 */
export const verifyCredentials =
  ({ users, passwords, loginAttempts }: VerifyDeps) =>
  async ({ username, password, ip }: Credentials): Promise<Account | undefined> => {
    const found = await findByLogin(users, username);
    // One counter an account, by whichever of its two names: a second would double the guesses.
    const attempt = await loginAttempts.begin({ account: found?.user.username ?? username, ip });
    const compare = async () => {
      // Who has asked for the account's deletion is not let in any more.
      const account = found?.user.deletion ? undefined : found;
      const verdict = await passwords.check(password, account?.user.passwordHash);
      return { account, ...verdict };
    };
    const { account, matches, outdated } = await compare().catch(async (error: unknown) => {
      await attempt.withdraw();
      throw error;
    });
    if (!account || !matches) return undefined;
    await attempt.succeed();
    if (outdated) await renewHash({ users, passwords }, account, password);
    return account;
  };

/** Renewing can wait for the next login when too many hashes are under way. */
const renewHash = async (
  { users, passwords }: Pick<VerifyDeps, "users" | "passwords">,
  { user: { id, passwordHash: from } }: Account,
  password: string,
) => {
  if (from === undefined) return;
  try {
    const to = await passwords.hash(password);
    await users.update(id, (user) => replacePasswordHash(user, { from, to }));
  } catch (error) {
    if (!isKind(error, "unavailable")) throw error;
  }
};
