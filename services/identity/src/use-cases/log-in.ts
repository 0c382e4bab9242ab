import { isKind } from "@orbline/kit/errors";
import { hasSameAccess, replacePasswordHash } from "../domain/user-changes.ts";
import {
  accountBlocked,
  loginFailed,
  passwordIncorrect,
  passkeyRequired,
  passwordNone,
  secondFactorIncorrect,
  secondFactorRequired,
  sessionRequired,
} from "../domain/user-errors.ts";
import { sessionRoleOf, type UserId } from "../domain/user.ts";
import { checkSecondFactor, type FactorDeps, type FactorProof } from "./second-factor/check.ts";
import type {
  Account,
  IdentityDeps,
  LoginAttempt,
  LoginSource,
  NewSession,
  Users,
} from "./ports.ts";

/** A login; `username` may be an email address. */
export type Credentials = {
  username: string;
  password: string;
  /** Of the second factor, if the account has one. */
  code?: string | undefined;
  ip?: string | undefined;
  deviceCookie?: string | undefined;
};

/** An account and the token of the session that was opened for it. */
export type SignedIn = { account: Account; sessionToken: string };

export type VerifyDeps = FactorDeps & Pick<IdentityDeps, "passwords">;
export type LogInDeps = VerifyDeps &
  Pick<IdentityDeps, "sessions" | "loginMetrics" | "devices" | "emails" | "emailLimits" | "newId">;

/**
 * Opens a session for the right password and, with a second factor, its code. Failures of strangers slow down logins
 * from unknown devices only. The owner gets an email about them, and about a login from a new device.
 * @throws unauthenticated, forbidden for a blocked account, rate-limited, unavailable
 */
export async function logIn(
  deps: LogInDeps,
  {
    username,
    password,
    code,
    ip,
    deviceCookie,
    userAgent,
  }: Credentials & { userAgent?: string | undefined },
): Promise<SignedIn> {
  try {
    const found = await findByLogin(deps.users, username);
    const device = found && deps.devices.find(found.user, deviceCookie);
    // One counter per account, because separate counters for its two names would double the guesses.
    const stranger = {
      account: found?.user.username ?? username,
      ip,
      onThrottled: () => notifyOwner(deps, "login-throttled", found, userAgent),
    };
    const source = device ?? stranger;
    const secondFactor = { code, client: { ip, userAgent } };
    const account = await verifyPassword(deps, { account: found, password, source, secondFactor });
    if (!account) throw loginFailed();
    return await completeLogin(deps, account, { isNewDevice: device === undefined, userAgent });
  } catch (error) {
    deps.loginMetrics.countRefusal(error);
    throw error;
  }
}

/**
 * Opens a session for a proven login. The owner gets an email about one from a new device.
 * @throws forbidden for a blocked account, unauthenticated, unavailable
 */
export async function completeLogin(
  deps: LogInDeps,
  account: Account,
  { isNewDevice, userAgent }: { isNewDevice: boolean; userAgent: string | undefined },
): Promise<SignedIn> {
  if (account.user.blockedAt) throw accountBlocked();
  const { sessionToken } = await openSession(deps, account, userAgent);
  if (isNewDevice) notifyOwner(deps, "new-device", account, userAgent);
  return { account, sessionToken };
}

/** A signed-in user who enters the password again, in the named field of the request. */
export type ReenteredPassword = {
  userId: UserId;
  sessionId: string;
  password: string;
  field?: string;
  /** Set where the second factor is required too. */
  secondFactor?: FactorProof;
};

/**
 * Returns the signed-in user's account if the password, and the code if one is required, are right. Failures count per
 * session, so that a stolen session cannot guess the password, and failed logins of strangers do not disturb the owner.
 * @throws invalid when it is wrong, conflict when there is none, rate-limited
 */
export async function reenterPassword(
  deps: VerifyDeps,
  { userId, sessionId, password, field, secondFactor }: ReenteredPassword,
): Promise<Account> {
  const account = await deps.users.find(userId);
  if (!account || account.user.deletion) throw sessionRequired();
  if (account.user.passwordHash === undefined) throw passwordNone();
  const source = { session: sessionId };
  const verified = await verifyPassword(deps, { account, password, source, secondFactor });
  if (!verified) throw passwordIncorrect(field);
  return verified;
}

/**
 * Opens a session for an account after a proof of its password. Ends it again when the password was replaced, the role
 * was taken away, or a block or the deletion began since the proof, so that the session does not survive any of them.
 * @throws unauthenticated, unavailable
 */
export async function openSession(
  { users, sessions }: Pick<IdentityDeps, "users" | "sessions">,
  { user }: Pick<Account, "user">,
  userAgent: string | undefined,
): Promise<NewSession> {
  const { id: userId } = user;
  const role = sessionRoleOf(user);
  const session = await sessions.open({ userId, role, userAgent });
  const now = (await users.find(userId))?.user;
  if (now && hasSameAccess(now, user) && sessionRoleOf(now) === role) return session;
  await sessions.close({ userId, sessionId: session.sessionId });
  throw loginFailed();
}

/**
 * Returns the account if the password is its password. A wrong code of a second factor counts like a wrong password.
 * Without an account the check takes as long as for a wrong password. A hash with old parameters is renewed.
 */
async function verifyPassword(
  deps: VerifyDeps,
  { account: found, password, source, secondFactor }: PasswordProof,
): Promise<Account | undefined> {
  const { passwords, loginThrottle } = deps;
  const attempt = await loginThrottle.begin(source);
  const account = found?.user.deletion ? undefined : found;
  const check = await unlessFailed(attempt, passwords.check(password, account?.user.passwordHash));
  if (!account || !check.matches) return undefined;
  const outcome = secondFactor
    ? await unlessFailed(
        attempt,
        checkSecondFactor(deps, account.user, { ...secondFactor, source }),
      )
    : "accepted";
  const kind = "session" in source ? "invalid" : "unauthenticated";
  if (outcome === "wrong") throw secondFactorIncorrect(kind);
  if (outcome === "missing") {
    await attempt.withdraw();
    throw secondFactorRequired(kind);
  }
  if (outcome === "needs-passkey") {
    await attempt.withdraw();
    throw passkeyRequired(kind);
  }
  await attempt.succeed();
  if (check.outdated) await renewHash(deps, account, password);
  return account;
}

/** Waits for a check; an outage does not count as a failed attempt. */
export async function unlessFailed<Result>(
  attempt: LoginAttempt,
  check: Promise<Result>,
): Promise<Result> {
  try {
    return await check;
  } catch (error) {
    await attempt.withdraw();
    throw error;
  }
}

type PasswordProof = {
  account: Account | undefined;
  password: string;
  source: LoginSource;
  secondFactor?: FactorProof | undefined;
};

/**
 * Emails the owner at a verified address, a few times a day. Not awaited: the time of a response must not depend on
 * whether the account exists, and a login must not fail because of it.
 */
function notifyOwner(
  { devices, emails, emailLimits, clock, newId }: LogInDeps,
  kind: "new-device" | "login-throttled",
  account: Account | undefined,
  userAgent: string | undefined,
): void {
  if (!account || account.user.deletion || !account.user.emailVerified) return;
  const { id: userId, email: to } = account.user;
  if (to === undefined) return;
  const post = async () => {
    if (await emailLimits.take(kind, to)) return;
    const data = { device: devices.labelOf(userAgent), at: clock.now().toISOString() };
    await emails.post({ id: `${kind}:${newId()}`, kind, userId, to, data });
  };
  post().catch(() => undefined);
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
