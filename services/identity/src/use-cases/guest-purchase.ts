import { isKind } from "@orbline/kit/errors";
import { generatedUsername } from "@orbline/proto/constants/usernames";
import { refuseReservedName } from "../domain/reserved-names.ts";
import { claimAccount, ownsFactors, registerUser } from "../domain/user-changes.ts";
import {
  checkoutNotFound,
  linkInvalid,
  userNotFound,
  usernameTaken,
} from "../domain/user-errors.ts";
import type { NewUser, User, UserId } from "../domain/user.ts";
import { type FactorDeps, requireSecondFactor } from "./second-factor/check.ts";
import { openSession, type SignedIn } from "./log-in.ts";
import { getCurrentUser } from "./own-account.ts";
import type { Account, IdentityDeps } from "./ports.ts";
import { refuseWeakPassword, type NewAccountDeps } from "./register.ts";

export type GuestCheckout = Pick<NewUser, "affiliateCode" | "termsAccepted"> & {
  email: string;
  checkoutId: string;
};

/**
 * Finds the account of a checkout's email address, or opens one without a password. `created` is true while this
 * checkout's account is unclaimed. Safe to repeat.
 * @throws unavailable
 */
export async function openCheckoutAccount(
  { users, clock }: Pick<IdentityDeps, "users" | "clock">,
  { checkoutId, ...input }: GuestCheckout,
): Promise<{ account: Account; created: boolean }> {
  const existing = (account: Account) => {
    const { openedByCheckout, passwordHash } = account.user;
    return { account, created: openedByCheckout === checkoutId && passwordHash === undefined };
  };
  const known = await users.findByEmail(input.email);
  if (known) return existing(known);
  const id = users.nextId();
  const username = generatedUsername(id);
  const user = { ...input, id, username, role: "user", openedByCheckout: checkoutId } as const;
  try {
    return { account: await users.add(registerUser(user, clock.now())), created: true };
  } catch (error) {
    const winner = isKind(error, "conflict") && (await users.findByEmail(input.email));
    if (!winner) throw error;
    return existing(winner);
  }
}

/** A guest purchase that its owner must claim; `reminder` counts the emails after the first. */
export type UnclaimedPurchase = {
  userId: UserId;
  checkoutId: string;
  plan: string;
  reminder: number;
  /** The buyer's address. */
  email: string;
};

/**
 * Sends the claim link of a purchase, once per reminder. Sends nothing when the account's address has changed.
 * @throws not-found
 */
export async function sendClaimLink(
  { users, emails }: Pick<IdentityDeps, "users" | "emails">,
  { userId, checkoutId, plan, reminder, email }: UnclaimedPurchase,
): Promise<void> {
  const account = await users.find(userId);
  if (!account || account.user.deletion) throw userNotFound();
  if (account.user.email !== email) return;
  await emails.post({
    id: `claim:${checkoutId}:${reminder}`,
    kind: "claim",
    userId,
    to: email,
    data: { checkoutId, plan, reminder: String(reminder) },
  });
}

/** A browser that returns from the payment page; `secret` is its checkout cookie. */
export type ReturningCheckout = {
  checkoutSessionId: string;
  secret: string | undefined;
  userAgent?: string | undefined;
};

/**
 * Opens a session, once, for the browser of a guest who has just paid. Billing checks cookie, payment and time.
 * Checks first that sessions are available, so that an outage does not use up the only login. Refuses accounts with a
 * password.
 * @throws not-found, conflict, unavailable
 */
export async function logInByCheckout(
  deps: Pick<IdentityDeps, "users" | "sessions" | "purchases">,
  { checkoutSessionId, secret, userAgent }: ReturningCheckout,
): Promise<SignedIn> {
  const { users, sessions, purchases } = deps;
  if (!secret) throw checkoutNotFound();
  await sessions.ping();
  const account = await users.find(await purchases.redeem({ checkoutSessionId, secret }));
  if (!account || account.user.passwordHash !== undefined) throw checkoutNotFound();
  const { sessionToken } = await openSession(deps, account, userAgent);
  return { account, sessionToken };
}

export type ClaimInput = {
  token: string;
  password: string;
  username?: string | undefined;
  /** Of the second factor, if the account has one. */
  code?: string | undefined;
  ip?: string | undefined;
  userAgent?: string | undefined;
};

/**
 * Assigns a purchase to the reader of its claim email: attaches it, uses the link, revokes the other claim and
 * password links, sets the password, and replaces all sessions by a new one. The link stays valid when the account's
 * address has changed, and without the code of a second factor, which is required if the address was verified before.
 * @throws invalid for a bad link or a common password, unauthenticated without the code, conflict for a taken name,
 * rate-limited, unavailable
 */
export async function claimPurchase(
  deps: NewAccountDeps &
    FactorDeps &
    Pick<IdentityDeps, "links" | "sessions" | "purchases" | "loginThrottle">,
  { token, password, username, code, ip, userAgent }: ClaimInput,
): Promise<SignedIn> {
  const { users, links, sessions, passwords, clock, reservedNames } = deps;
  const link = await links.find("claim", token);
  if (!link?.userId || link.checkoutId === undefined) throw linkInvalid();
  const { userId, checkoutId, email } = link;
  if (username !== undefined) {
    refuseReservedName(username, reservedNames);
    // Checked before the link is used, so that the owner can try another name.
    const owner = await users.findByUsername(username);
    if (owner && owner.user.id !== userId) throw usernameTaken();
  }
  const before = (await users.find(userId))?.user;
  if (!before || !hasAddress(before, email)) throw linkInvalid();
  await refuseWeakPassword(passwords, password, { username: username ?? before.username, email });
  const source = { account: before.username, ip };
  if (ownsFactors(before))
    await requireSecondFactor(deps, before, { code, client: { ip, userAgent }, source });
  // The costly hash comes after every refusal that leaves the link valid, because the same request can be sent again.
  const passwordHash = await passwords.hash(password);
  await attachPurchase(deps, { checkoutId, userId });
  if (!(await links.use("claim", token))) throw linkInvalid();
  // The links in other emails could also set a password, some of them for days.
  await links.revokeClaims({ userId, checkoutId });
  await links.revokeAll(userId, "reset-password");
  await sessions.closeAll(userId);
  await users.update(userId, (user) => {
    if (!hasAddress(user, email)) throw linkInvalid();
    return claimAccount(user, { passwordHash, username }, clock.now());
  });
  const account = await getCurrentUser(deps, userId);
  const { sessionToken, sessionId } = await openSession(deps, account, userAgent);
  await sessions.closeAll(userId, { except: sessionId });
  return { account, sessionToken };
}

/** Attaches a purchase unless it has been refunded. Safe to repeat. @throws unavailable */
export async function attachPurchase(
  { purchases }: Pick<IdentityDeps, "purchases">,
  purchase: { checkoutId: string; userId: UserId },
): Promise<void> {
  try {
    await purchases.claim(purchase);
  } catch (error) {
    if (!isKind(error, "not-found")) throw error;
  }
}

/** Whether the account still has the address that got this email. */
function hasAddress(user: User | undefined, email: string): boolean {
  return user?.email === email && !user.deletion;
}
