import { changePassword as change, hasSameAccess } from "../domain/user-changes.ts";
import { passwordIncorrect } from "../domain/user-errors.ts";
import type { UserId } from "../domain/user.ts";
import { getCurrentUser } from "./get-current-user.ts";
import { hashNewPassword } from "./hash-new-password.ts";
import { openSession } from "./open-session.ts";
import type { Clock, Links, Sessions } from "./ports.ts";
import { reenterPassword } from "./reenter-password.ts";
import type { VerifyDeps } from "./verify-credentials.ts";

/** A signed-in user's wish for another password. */
export type ChangePassword = {
  userId: UserId;
  sid: string;
  currentPassword: string;
  newPassword: string;
  ip?: string | undefined;
  userAgent?: string | undefined;
};

/**
 * Replaces the password and every session of the account by one new session; answers its secret.
 * @throws invalid when the current password is wrong or the new one too common, rate-limited, unavailable
 */
export const changePassword =
  ({
    sessions,
    links,
    clock,
    ...deps
  }: VerifyDeps & { sessions: Sessions; links: Links; clock: Clock }) =>
  async ({ userId, sid, ip, userAgent, ...given }: ChangePassword): Promise<string> => {
    const { users, passwords } = deps;
    const password = given.currentPassword;
    const { user: before } = await reenterPassword(deps)({ userId, password, ip });
    const passwordHash = await hashNewPassword(passwords, "newPassword")(given.newPassword);
    await sessions.closeAll(userId, { except: sid });
    await users.update(userId, (user) => {
      if (!hasSameAccess(user, before)) throw passwordIncorrect();
      return change(user, passwordHash, clock.now());
    });
    const account = await getCurrentUser({ users })(userId);
    const session = await openSession({ users, sessions })(account, userAgent);
    await sessions.closeAll(userId, { except: session.sid });
    await links.revokeAll(userId, "reset-password");
    return session.id;
  };
