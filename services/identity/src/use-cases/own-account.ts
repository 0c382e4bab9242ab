import {
  changeContact as changeUserContact,
  changePassword as changeUserPassword,
  hasSameAccess,
} from "../domain/user-changes.ts";
import {
  emailsThrottled,
  passwordIncorrect,
  passwordUnchanged,
  sessionRequired,
} from "../domain/user-errors.ts";
import type { ContactChange, UserId } from "../domain/user.ts";
import { openSession, reenterPassword, type VerifyDeps } from "./log-in.ts";
import type { Account, IdentityDeps } from "./ports.ts";
import { hashNewPassword } from "./register.ts";

/** The signed-in user's own account. @throws unauthenticated when it no longer exists */
export async function getCurrentUser(
  { users }: Pick<IdentityDeps, "users">,
  id: UserId,
): Promise<Account> {
  const account = await users.find(id);
  if (!account) throw sessionRequired();
  return account;
}

export type ChangeContactInput = {
  userId: UserId;
  sessionId: string;
  currentPassword: string;
  change: ContactChange;
};

/**
 * Changes email, phone or both. The new email address must be verified, the old one is notified, and links sent to
 * the old one stop working. @throws invalid for a wrong password, conflict `email.taken`, rate-limited
 */
export async function changeContact(
  deps: VerifyDeps & Pick<IdentityDeps, "emailLimits" | "waitlist" | "clock">,
  { userId, sessionId, currentPassword: password, change }: ChangeContactInput,
): Promise<Account> {
  const { users, emailLimits, waitlist, clock } = deps;
  const { user: before } = await reenterPassword(deps, { userId, sessionId, password });
  if (change.email !== undefined && change.email.toLowerCase() !== before.email) {
    const wait = await emailLimits.take("verify-email", change.email);
    if (wait) throw emailsThrottled(wait.retryAfterSeconds);
    // The account forgets the old address, but must still remove its waitlist entry when it is deleted.
    if (before.email !== undefined) await waitlist.assign(before.email, userId);
  }
  await users.update(userId, (user) => {
    if (!hasSameAccess(user, before)) throw passwordIncorrect();
    return changeUserContact(user, change, clock.now());
  });
  return getCurrentUser(deps, userId);
}

export type ChangePasswordInput = {
  userId: UserId;
  sessionId: string;
  currentPassword: string;
  newPassword: string;
  userAgent?: string | undefined;
};

/**
 * Replaces the password, and all sessions of the account by a new one. Returns the new session's token.
 * @throws invalid when the current password is wrong or the new one too common, rate-limited, unavailable
 */
export async function changePassword(
  deps: VerifyDeps & Pick<IdentityDeps, "sessions" | "links" | "clock">,
  { userId, sessionId, currentPassword, newPassword, userAgent }: ChangePasswordInput,
): Promise<string> {
  const { users, passwords, sessions, links, clock } = deps;
  const { user: before } = await reenterPassword(deps, {
    userId,
    sessionId,
    password: currentPassword,
  });
  if (newPassword === currentPassword) throw passwordUnchanged();
  const passwordHash = await hashNewPassword(passwords, newPassword, before, "newPassword");
  await sessions.closeAll(userId, { except: sessionId });
  await users.update(userId, (user) => {
    if (!hasSameAccess(user, before)) throw passwordIncorrect();
    return changeUserPassword(user, passwordHash, clock.now());
  });
  const session = await openSession(deps, await getCurrentUser(deps, userId), userAgent);
  await sessions.closeAll(userId, { except: session.sessionId });
  await links.revokeAll(userId, "reset-password");
  return session.sessionToken;
}
