import { verificationEmail } from "../domain/email.ts";
import {
  confirmNewEmail,
  undoEmailChange as undoUserEmailChange,
  verifyEmail as verifyUserEmail,
} from "../domain/user-changes.ts";
import { emailNone, emailsThrottled, emailVerified, linkInvalid } from "../domain/user-errors.ts";
import type { User, UserId } from "../domain/user.ts";
import { getCurrentUser } from "./own-account.ts";
import { hashUnknownPassword, returnToOwner } from "./password-reset.ts";
import type { IdentityDeps } from "./ports.ts";
import { waitlistOwnerOf } from "./waitlist.ts";

/**
 * Verifies the email address of a link, which works once. A new address replaces the old one. The link is used up last,
 * so that the owner can follow it again when the process dies before.
 * @throws invalid for a bad link, conflict `email.taken` when another account has got the new address
 */
export async function verifyEmail(
  { users, links, waitlist, clock }: Pick<IdentityDeps, "users" | "links" | "waitlist" | "clock">,
  token: string,
): Promise<{ email: string; userId: UserId }> {
  const link = await links.find("verify-email", token);
  if (!link?.userId) throw linkInvalid();
  const { email, userId } = link;
  const before = (await users.find(userId))?.user;
  if (before?.newEmail === email) await assignEntry(waitlist, before);
  await users.update(userId, (user) => {
    if (user.deletion) throw linkInvalid();
    if (user.newEmail === email) return confirmNewEmail(user, clock.now());
    if (user.email !== email) throw linkInvalid();
    return verifyUserEmail(user);
  });
  await links.use("verify-email", token);
  return { email, userId };
}

/**
 * Gives an account its former email address back by the link that this address got, which works once. Ends the password and
 * every session and emails a link for a new password, because the person who changed the address knew the password. The link is used up
 * last: it is the owner's only one, and if the process dies, a retry must still end the sessions.
 * @throws invalid for a bad link, unavailable
 */
export async function undoEmailChange(
  deps: Pick<
    IdentityDeps,
    "users" | "passwords" | "links" | "sessions" | "waitlist" | "emails" | "newId" | "clock"
  >,
  token: string,
): Promise<{ email: string; userId: UserId }> {
  const { users, passwords, links, waitlist } = deps;
  const link = await links.find("undo-email-change", token);
  if (!link?.userId) throw linkInvalid();
  const { email, userId } = link;
  const before = (await users.find(userId))?.user;
  // Before the costly hash, because the link stays valid.
  if (!before || before.deletion) throw linkInvalid();
  await assignEntry(waitlist, before);
  const passwordHash = await hashUnknownPassword(passwords);
  await users.update(userId, (user) => {
    if (user.deletion) throw linkInvalid();
    return undoUserEmailChange(user, { email, passwordHash }, deps.clock.now());
  });
  await returnToOwner(deps, { userId, email });
  await links.use("undo-email-change", token);
  return { email, userId };
}

/** Sends the verification email again. @throws conflict when there is nothing to verify, rate-limited */
export async function resendVerification(
  deps: Pick<IdentityDeps, "users" | "emails" | "emailLimits" | "clock">,
  userId: UserId,
): Promise<void> {
  const { user } = await getCurrentUser(deps, userId);
  const email = user.newEmail ?? user.email;
  if (email === undefined) throw emailNone();
  if (user.newEmail === undefined && user.emailVerified) throw emailVerified();
  const wait = await deps.emailLimits.take("verify-email", email);
  if (wait) throw emailsThrottled(wait.retryAfterSeconds);
  await deps.emails.post(verificationEmail(userId, email, deps.clock.now()));
}

/**
 * Records an account with the waitlist entry of the address that it is about to lose, because its deletion must still remove the
 * entry.
 */
async function assignEntry(waitlist: IdentityDeps["waitlist"], user: User): Promise<void> {
  const { userId, email } = waitlistOwnerOf(user);
  if (email !== undefined) await waitlist.assign(email, userId);
}
