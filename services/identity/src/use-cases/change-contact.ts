import {
  changeContact as change,
  hasSameAccess,
  type ContactChange,
} from "../domain/user-changes.ts";
import { mailsThrottled, passwordIncorrect } from "../domain/user-errors.ts";
import type { UserId } from "../domain/user.ts";
import { getCurrentUser } from "./get-current-user.ts";
import type { Account, Clock, MailLimits, Waitlist } from "./ports.ts";
import { reenterPassword } from "./reenter-password.ts";
import type { VerifyDeps } from "./verify-credentials.ts";

/** A signed-in user's wish for another e-mail or phone. */
export type ChangeContact = {
  userId: UserId;
  currentPassword: string;
  change: ContactChange;
  ip?: string | undefined;
};

/**
 * Changes e-mail, phone or both. Another e-mail is to be verified anew, the old address is told, and links that
 * were mailed there are worth nothing. @throws invalid for a wrong password, conflict `email.taken`, rate-limited
 */
export const changeContact =
  ({
    mailLimits,
    waitlist,
    clock,
    ...deps
  }: VerifyDeps & { mailLimits: MailLimits; waitlist: Waitlist; clock: Clock }) =>
  async ({ userId, currentPassword, change: wanted, ip }: ChangeContact): Promise<Account> => {
    const { users } = deps;
    const { user: before } = await reenterPassword(deps)({ userId, password: currentPassword, ip });
    if (wanted.email !== undefined && wanted.email.toLowerCase() !== before.email) {
      const wait = await mailLimits.take(wanted.email);
      if (wait) throw mailsThrottled(wait.retryAfterSeconds);
      // The account forgets this address; what the waitlist knows of it still goes when the account goes.
      if (before.email !== undefined) await waitlist.assign(before.email, userId);
    }
    await users.update(userId, (user) => {
      if (!hasSameAccess(user, before)) throw passwordIncorrect();
      return change(user, wanted, clock.now());
    });
    return getCurrentUser({ users })(userId);
  };
