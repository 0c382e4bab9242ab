import { sessionNotFound } from "../domain/user-errors.ts";
import type { UserId } from "../domain/user.ts";
import type { Sessions } from "./ports.ts";

/** Ends one of the user's own sessions. @throws not-found for a session that has ended or is another's */
export const revokeSession =
  ({ sessions }: { sessions: Sessions }) =>
  async (session: { userId: UserId; sid: string }): Promise<void> => {
    const open = await sessions.list(session.userId);
    if (!open.some(({ sid }) => sid === session.sid)) throw sessionNotFound();
    await sessions.close(session);
  };

/** Ends all of the user's sessions but this one; answers how many. @throws unavailable */
export const revokeOtherSessions =
  ({ sessions }: { sessions: Sessions }) =>
  ({ userId, sid }: { userId: UserId; sid: string }): Promise<number> =>
    sessions.closeAll(userId, { except: sid });
