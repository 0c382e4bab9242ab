import { loginFailed } from "../domain/user-errors.ts";
import { hasSameAccess } from "../domain/user-changes.ts";
import type { Account, Sessions, Users } from "./ports.ts";

/**
 * Opens a session for an account that was just proved to be the caller's. One whose password was replaced, or whose
 * deletion began, between the proof and the session ends it again: no session outlives what was proved.
 * @throws unauthenticated, unavailable
 */
export const openSession =
  ({ users, sessions }: { users: Users; sessions: Sessions }) =>
  async (
    { user }: Account,
    userAgent: string | undefined,
  ): Promise<{ id: string; sid: string }> => {
    const { id: userId, role } = user;
    const session = await sessions.open({ userId, role, userAgent });
    const now = await users.find(userId);
    if (now && hasSameAccess(now.user, user)) return session;
    await sessions.close({ userId, sid: session.sid });
    throw loginFailed();
  };
