import { emailNone, emailVerified, mailsThrottled } from "../domain/user-errors.ts";
import { verificationMail, type UserId } from "../domain/user.ts";
import { getCurrentUser } from "./get-current-user.ts";
import type { Clock, MailLimits, Mails, Users } from "./ports.ts";

/** Mails the link that verifies the e-mail once more. @throws conflict when there is nothing to verify, rate-limited */
export const resendVerification =
  ({
    users,
    mails,
    mailLimits,
    clock,
  }: {
    users: Users;
    mails: Mails;
    mailLimits: MailLimits;
    clock: Clock;
  }) =>
  async (userId: UserId): Promise<void> => {
    const { user } = await getCurrentUser({ users })(userId);
    if (user.email === undefined) throw emailNone();
    if (user.emailVerified) throw emailVerified();
    const wait = await mailLimits.take(user.email);
    if (wait) throw mailsThrottled(wait.retryAfterSeconds);
    await mails.post(verificationMail(userId, user.email, clock.now()));
  };
