import {
  addPasskey as addUserPasskey,
  recordPasskeyUse,
  removePasskey as removeUserPasskey,
  renamePasskey as renameUserPasskey,
} from "../../domain/passkeys.ts";
import { hasSameAccess } from "../../domain/user-changes.ts";
import {
  passkeyNotFound,
  passkeyRefused,
  passwordNone,
  sessionRequired,
} from "../../domain/user-errors.ts";
import { type Passkey, sessionRoleOf, type User } from "../../domain/user.ts";
import { completeLogin, type LogInDeps, type SignedIn, unlessFailed } from "../log-in.ts";
import { getCurrentUser } from "../own-account.ts";
import type {
  Account,
  IdentityDeps,
  PasskeyAssertion,
  PasskeyRegistration,
  SecurityEvent,
} from "../ports.ts";
import { countAccessChange, type OwnSession, replaceSessions } from "../sessions.ts";

type PasskeyDeps = Pick<IdentityDeps, "users" | "sessions" | "passkeys" | "clock">;

/** A response of a passkey, and the secret in the cookie of its browser. */
export type PasskeyProof = { browser: string | undefined; assertion: PasskeyAssertion };

/**
 * Begins to add a passkey. Returns a challenge for this session.
 * @throws conflict for an account without a password, whose address may belong to another person, unavailable
 */
export async function beginPasskey(
  deps: PasskeyDeps,
  { userId, sessionId }: OwnSession,
): Promise<{ user: User; challenge: string }> {
  const { user } = await getCurrentUser(deps, userId);
  if (user.passwordHash === undefined) throw passwordNone();
  return { user, challenge: await deps.passkeys.challengeSession({ sessionId, user }) };
}

type AddInput = OwnSession & {
  name: string;
  registration: PasskeyRegistration;
  userAgent?: string | undefined;
};

/**
 * Adds a passkey. If it is the first factor of an admin, all sessions are replaced by one with the rights of an admin,
 * whose token is returned.
 * @throws invalid for a wrong response, conflict for a known passkey and beyond ten, unauthenticated when the password or
 * another factor has changed since, rate-limited, unavailable
 */
export async function addPasskey(
  deps: PasskeyDeps & Pick<IdentityDeps, "emailLimits">,
  { userId, sessionId, name, registration, userAgent }: AddInput,
): Promise<{ passkey: Passkey; sessionToken: string | undefined }> {
  const { users, passkeys, clock } = deps;
  const { user: before } = await getCurrentUser(deps, userId);
  const verified = await passkeys.verifyRegistration({ sessionId, user: before }, registration);
  if (!verified) throw passkeyRefused("invalid");
  await countAccessChange(deps, userId);
  const passkey = { ...verified, name, createdAt: clock.now() };
  let promoted: User | undefined;
  await users.update(userId, (user) => {
    if (!hasSameAccess(user, before)) throw sessionRequired();
    if (user.passwordHash === undefined) throw passwordNone();
    const change = addUserPasskey(user, passkey, clock.now());
    promoted = sessionRoleOf(user) === sessionRoleOf(change.state) ? undefined : change.state;
    return change;
  });
  const replaced = promoted && (await replaceSessions(deps, promoted, userAgent));
  return { passkey, sessionToken: replaced?.sessionToken };
}

/** Renames a passkey and returns it. @throws not-found */
export async function renamePasskey(
  { users }: PasskeyDeps,
  { userId, id, name }: OwnSession & Pick<Passkey, "id" | "name">,
): Promise<Passkey> {
  await users.update(userId, (user) => renameUserPasskey(user, { id, name }));
  const { user } = await getCurrentUser({ users }, userId);
  const renamed = user.passkeys?.find((passkey) => passkey.id === id);
  // Another request has removed it since.
  if (!renamed) throw passkeyNotFound();
  return renamed;
}

/**
 * Removes a passkey and ends every other session, which it may have opened: before the removal, so that a failure leaves none of
 * them open, and again after it, for sessions opened in between.
 * @throws not-found, conflict for the last factor of an admin, unavailable
 */
export async function removePasskey(
  deps: PasskeyDeps,
  { userId, sessionId, id }: OwnSession & { id: string },
): Promise<void> {
  const { users, sessions, clock } = deps;
  const { user: before } = await getCurrentUser(deps, userId);
  // Refused before any session ends.
  removeUserPasskey(before, id, clock.now());
  await sessions.closeAll(userId, { except: sessionId });
  await users.update(userId, (user) => removeUserPasskey(user, id, clock.now()));
  await sessions.closeAll(userId, { except: sessionId });
}

/**
 * Opens a session for a passkey, which has verified its user by itself. Failures count per passkey, so that strangers
 * who guess passwords do not slow it down. The owner gets an email about a login from a new device.
 * @throws unauthenticated, forbidden for a blocked account, rate-limited, unavailable
 */
export async function signInByPasskey(
  deps: LogInDeps & Pick<IdentityDeps, "passkeys">,
  {
    deviceCookie,
    client: { ip, userAgent },
    ...proof
  }: PasskeyProof & { deviceCookie: string | undefined; client: SecurityEvent["client"] },
): Promise<SignedIn> {
  try {
    const { assertion } = proof;
    const found = await deps.users.find(deps.passkeys.userIdOf(assertion));
    const device = found && deps.devices.find(found.user, deviceCookie);
    // The owner of a passkey can choose its id. No login begins with a blank, so the key is never one of a login's username.
    const source = device ?? { account: ` passkey ${assertion.id}`, ip };
    const attempt = await deps.loginThrottle.begin(source);
    const account = await unlessFailed(attempt, verifyPasskey(deps, found, proof));
    if (!account) throw passkeyRefused("unauthenticated");
    await attempt.succeed();
    return await completeLogin(deps, account, { isNewDevice: device === undefined, userAgent });
  } catch (error) {
    deps.loginMetrics.countRefusal(error);
    throw error;
  }
}

/**
 * Lets the session make calls that need a recent proof, for ten minutes, by a passkey of its user.
 * @throws invalid for a passkey of another user and a wrong response, rate-limited, unavailable
 */
export async function proveByPasskey(
  deps: PasskeyDeps & Pick<IdentityDeps, "loginThrottle">,
  { userId, sessionId, ...proof }: OwnSession & PasskeyProof,
): Promise<void> {
  const own = await getCurrentUser(deps, userId);
  const attempt = await deps.loginThrottle.begin({ session: sessionId });
  const account = await unlessFailed(attempt, verifyPasskey(deps, own, proof));
  if (!account) throw passkeyRefused("invalid");
  await attempt.succeed();
  await deps.sessions.renewProof(sessionId);
}

/**
 * Returns the account if the response is right and comes from one of its passkeys. Stores the new counter of the
 * passkey.
 */
async function verifyPasskey(
  { users, passkeys, clock }: PasskeyDeps,
  account: Account | undefined,
  { browser, assertion }: PasskeyProof,
): Promise<Account | undefined> {
  const { id } = assertion;
  const isOwn = account?.user.id === passkeys.userIdOf(assertion) && !account.user.deletion;
  const passkey = isOwn ? account.user.passkeys?.find((known) => known.id === id) : undefined;
  const counter = await passkeys.verifyAssertion(browser, assertion, passkey);
  if (!account || counter === undefined) return undefined;
  let isAccepted = false;
  await users.update(account.user.id, (user) => {
    const change = recordPasskeyUse(user, { id, counter }, clock.now());
    isAccepted = change !== undefined;
    return change;
  });
  return isAccepted ? account : undefined;
}
