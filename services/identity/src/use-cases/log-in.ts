import { isKind } from "@orbline/kit/errors";
import { hasSameAccess, replacePasswordHash } from "../domain/user-changes.ts";
import {
  loginFailed,
  passwordIncorrect,
  passwordNone,
  sessionRequired,
} from "../domain/user-errors.ts";
import { sessionRoleOf, type UserId } from "../domain/user.ts";
import type { Account, IdentityDeps, NewSession, Users } from "./ports.ts";

/** A login; `username` may be an email address. */
export type Credentials = { username: string; password: string; ip?: string | undefined };

/** An account and the token of the session that was opened for it. */
export type SignedIn = { account: Account; sessionToken: string };

export type VerifyDeps = Pick<IdentityDeps, "users" | "passwords" | "loginThrottle">;
export type LogInDeps = VerifyDeps & Pick<IdentityDeps, "sessions" | "loginMetrics">;

/** Opens a session for the right password. @throws unauthenticated, rate-limited, unavailable */
export async function logIn(
  deps: LogInDeps,
  { userAgent, ...credentials }: Credentials & { userAgent?: string | undefined },
): Promise<SignedIn> {
  try {
    const account = await verifyCredentials(deps, credentials);
    if (!account) throw loginFailed();
    const { sessionToken } = await openSession(deps, account, userAgent);
    return { account, sessionToken };
  } catch (error) {
    deps.loginMetrics.countRefusal(error);
    throw error;
  }
}

/** A signed-in user who enters the password again, in the named field of the request. */
export type ReenteredPassword = {
  userId: UserId;
  password: string;
  field?: string;
  ip?: string | undefined;
};

/**
 * Returns the signed-in user's account if the password is right. Throttled like a login, so that a stolen session
 * cannot guess it. @throws invalid when it is wrong, conflict when there is none, rate-limited
 */
export async function reenterPassword(
  deps: VerifyDeps,
  { userId, password, field, ip }: ReenteredPassword,
): Promise<Account> {
  const account = await deps.users.find(userId);
  if (!account || account.user.deletion) throw sessionRequired();
  if (account.user.passwordHash === undefined) throw passwordNone();
  const { username } = account.user;
  const verified = await verifyCredentials(deps, { username, password, ip });
  if (!verified || verified.user.id !== userId) throw passwordIncorrect(field);
  return verified;
}

/**
 * Opens a session for an account after a proof of its password. Ends it again when the password was replaced or the
 * deletion began since the proof, so that the session does not survive either.
 * @throws unauthenticated, unavailable
 */
export async function openSession(
  { users, sessions }: Pick<IdentityDeps, "users" | "sessions">,
  { user }: Account,
  userAgent: string | undefined,
): Promise<NewSession> {
  const { id: userId } = user;
  const session = await sessions.open({ userId, role: sessionRoleOf(user), userAgent });
  const now = await users.find(userId);
  if (now && hasSameAccess(now.user, user)) return session;
  await sessions.close({ userId, sessionId: session.sessionId });
  throw loginFailed();
}

/**
 * Returns the account with this username or email and this password, if any. An unknown name takes as long as a
 * wrong password. A hash with old parameters is renewed.
 */
async function verifyCredentials(
  deps: VerifyDeps,
  { username, password, ip }: Credentials,
): Promise<Account | undefined> {
  const { users, passwords, loginThrottle } = deps;
  const found = await findByLogin(users, username);
  // One counter per account, because separate counters for its two names would double the guesses.
  const attempt = await loginThrottle.begin({ account: found?.user.username ?? username, ip });
  const account = found?.user.deletion ? undefined : found;
  const check = await passwords
    .check(password, account?.user.passwordHash)
    .catch(async (error: unknown) => {
      await attempt.withdraw();
      throw error;
    });
  if (!account || !check.matches) return undefined;
  await attempt.succeed();
  if (check.outdated) await renewHash(deps, account, password);
  return account;
}

/** The account with this username or email address; usernames contain no at-sign. */
export function findByLogin(users: Users, login: string): Promise<Account | undefined> {
  return login.includes("@") ? users.findByEmail(login) : users.findByUsername(login);
}

/** Keeps the old hash until the next login when too many hashes are in progress. */
async function renewHash(
  { users, passwords }: VerifyDeps,
  { user: { id, passwordHash: from } }: Account,
  password: string,
): Promise<void> {
  if (from === undefined) return;
  try {
    const to = await passwords.hash(password);
    await users.update(id, (user) => replacePasswordHash(user, { from, to }));
  } catch (error) {
    if (!isKind(error, "unavailable")) throw error;
  }
}
