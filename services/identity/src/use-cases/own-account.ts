import {
  changeContact as changeUserContact,
  changePassword as changeUserPassword,
  changePreferences as changeUserPreferences,
  hasSameAccess,
} from "../domain/user-changes.ts";
import {
  emailsThrottled,
  emailTaken,
  passwordIncorrect,
  passwordUnchanged,
  sessionRequired,
} from "../domain/user-errors.ts";
import type { ContactChange, Preferences, UserId } from "../domain/user.ts";
import { reenterPassword, type VerifyDeps } from "./log-in.ts";
import type { Account, IdentityDeps } from "./ports.ts";
import { hashNewPassword } from "./register.ts";
import { changeAccess, type ChangedAccess, countAccessChange } from "./sessions.ts";

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
  endOtherSessions?: boolean | undefined;
};

/**
 * Changes email, phone or both. A new email address counts once the link in its email is followed; until then the old
 * one stays. Ends the user's other sessions if asked to.
 * @throws invalid for a wrong password, conflict `email.taken`, rate-limited
 */
export async function changeContact(
  deps: VerifyDeps & Pick<IdentityDeps, "emailLimits" | "sessions" | "clock">,
  { userId, sessionId, currentPassword: password, change, endOtherSessions }: ChangeContactInput,
): Promise<Account> {
  const { users, emailLimits, sessions, clock } = deps;
  const { user: before } = await reenterPassword(deps, { userId, sessionId, password });
  if (change.email !== undefined && change.email.toLowerCase() !== before.email) {
    if (await users.findByEmail(change.email)) throw emailTaken();
    const wait =
      (await emailLimits.take("change-email", userId)) ??
      (await emailLimits.take("verify-email", change.email));
    if (wait) throw emailsThrottled(wait.retryAfterSeconds);
  }
  await users.update(userId, (user) => {
    if (!hasSameAccess(user, before)) throw passwordIncorrect();
    return changeUserContact(user, change, clock.now());
  });
  if (endOtherSessions) await sessions.closeAll(userId, { except: sessionId });
  return getCurrentUser(deps, userId);
}

/** Sets how odds and times are shown to the user. */
export async function changePreferences(
  deps: Pick<IdentityDeps, "users">,
  { userId, preferences }: { userId: UserId; preferences: Preferences },
): Promise<Account> {
  await deps.users.update(userId, (user) => changeUserPreferences(user, preferences));
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
 * Replaces the password, and all sessions of the account by a new one. Emailed links for a new password stay valid, because they
 * return the account to its owner after a thief's change.
 * @throws invalid when the current password is wrong or the new one too common, rate-limited, unavailable
 */
export async function changePassword(
  deps: VerifyDeps & Pick<IdentityDeps, "sessions" | "emailLimits" | "clock">,
  { userId, sessionId, currentPassword, newPassword, userAgent }: ChangePasswordInput,
): Promise<ChangedAccess> {
  const { passwords, clock } = deps;
  const { user: before } = await reenterPassword(deps, {
    userId,
    sessionId,
    password: currentPassword,
  });
  if (newPassword === currentPassword) throw passwordUnchanged();
  const passwordHash = await hashNewPassword(passwords, newPassword, before, "newPassword");
  await countAccessChange(deps, userId);
  return changeAccess(deps, { userId, sessionId, userAgent }, (user) => {
    if (!hasSameAccess(user, before)) throw passwordIncorrect();
    return changeUserPassword(user, passwordHash, clock.now());
  });
}
