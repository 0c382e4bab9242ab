import { verificationEmail } from "../domain/email.ts";
import { verifyEmail as verifyUserEmail } from "../domain/user-changes.ts";
import { emailNone, emailsThrottled, emailVerified, linkInvalid } from "../domain/user-errors.ts";
import type { UserId } from "../domain/user.ts";
import { getCurrentUser } from "./own-account.ts";
import type { IdentityDeps } from "./ports.ts";

/** Verifies the email address of a link, which works once. @throws invalid for a bad link */
export async function verifyEmail(
  { users, links }: Pick<IdentityDeps, "users" | "links">,
  token: string,
): Promise<{ email: string; userId: UserId }> {
  const link = await links.find("verify-email", token);
  if (!link?.userId || !(await links.use("verify-email", token))) throw linkInvalid();
  const { email, userId } = link;
  await users.update(userId, (user) => {
    if (user.email !== email || user.deletion) throw linkInvalid();
    return verifyUserEmail(user);
  });
  return { email, userId };
}

/** Sends the verification email again. @throws conflict when there is nothing to verify, rate-limited */
export async function resendVerification(
  deps: Pick<IdentityDeps, "users" | "emails" | "emailLimits" | "clock">,
  userId: UserId,
): Promise<void> {
  const { user } = await getCurrentUser(deps, userId);
  if (user.email === undefined) throw emailNone();
  if (user.emailVerified) throw emailVerified();
  const wait = await deps.emailLimits.take("verify-email", user.email);
  if (wait) throw emailsThrottled(wait.retryAfterSeconds);
  await deps.emails.post(verificationEmail(userId, user.email, deps.clock.now()));
}
