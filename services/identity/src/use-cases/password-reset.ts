import { randomBytes } from "node:crypto";
import { resetPassword as resetUserPassword } from "../domain/user-changes.ts";
import type { UserId } from "../domain/user.ts";
import { linkInvalid } from "../domain/user-errors.ts";
import { attachPurchase } from "./guest-purchase.ts";
import type { IdentityDeps } from "./ports.ts";
import { hashNewPassword } from "./register.ts";

/**
 * Sends a link for a new password to the address, if it has an account. The account is looked up when the email is
 * sent, so that every address gets the same response in the same time. @throws unavailable
 */
export async function forgotPassword(
  { emails, emailLimits, newId }: Pick<IdentityDeps, "emails" | "emailLimits" | "newId">,
  email: string,
): Promise<void> {
  if (await emailLimits.take("reset-password", email)) return;
  await emails.post({
    id: `reset-password:${newId()}`,
    kind: "reset-password",
    to: email,
    data: {},
  });
}

/** The hash of a random password, which nobody knows. @throws unavailable when too many hashes wait */
export function hashUnknownPassword({ hash }: IdentityDeps["passwords"]): Promise<string> {
  return hash(randomBytes(32).toString("base64url"));
}

/**
 * Returns an account to the owner of the address after a thief's change: ends every session and emails a link for a new
 * password. Safe to repeat. @throws unavailable
 */
export async function returnToOwner(
  { sessions, links, emails, newId }: Pick<IdentityDeps, "sessions" | "links" | "emails" | "newId">,
  { userId, email: to }: { userId: UserId; email: string },
): Promise<void> {
  await sessions.closeAll(userId);
  await links.revokeAll(userId, "reset-password");
  await emails.post({ id: `reset-password:${newId()}`, kind: "reset-password", to, data: {} });
}

/**
 * Sets a new password by an emailed link, once. The owner can sign in at once, however many guesses of the password slow
 * down the account; guesses of two-step codes still do. Ends every session before the change, so that a failure leaves none open, and again after it, for sessions
 * opened in between. The first password of an account that a checkout opened also claims that purchase, because the
 * link proves the same address. Returns the user.
 * @throws invalid for a bad link or a common password, unavailable
 */
export async function resetPassword(
  deps: Pick<
    IdentityDeps,
    "users" | "links" | "passwords" | "sessions" | "purchases" | "loginThrottle" | "clock"
  >,
  { token, password }: { token: string; password: string },
): Promise<UserId> {
  const { users, links, passwords, sessions, clock } = deps;
  const link = await links.find("reset-password", token);
  if (!link?.userId) throw linkInvalid();
  const { userId, email } = link;
  const before = (await users.find(userId))?.user;
  const owner = { username: before?.username, email };
  const passwordHash = await hashNewPassword(passwords, password, owner);
  const checkoutId = before?.passwordHash === undefined ? before?.openedByCheckout : undefined;
  if (checkoutId !== undefined) {
    await attachPurchase(deps, { checkoutId, userId });
    // An open claim link could set another password for days.
    await links.revokeClaims({ checkoutId, userId });
  }
  if (!(await links.use("reset-password", token))) throw linkInvalid();
  await sessions.closeAll(userId);
  await users.update(userId, (user) => {
    if (user.email !== email || user.deletion) throw linkInvalid();
    return resetUserPassword(user, passwordHash, clock.now());
  });
  await sessions.closeAll(userId);
  await links.revokeAll(userId, "reset-password");
  if (before) await deps.loginThrottle.clear(before.username);
  return userId;
}
