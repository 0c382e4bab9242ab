import type { UserId } from "../domain/user.ts";
import type { OpenSession, Sessions } from "./ports.ts";

/** A session in its owner's list; `current` is the one that asks. */
export type ListedSession = OpenSession & { current: boolean };

/** The sessions of a user: this one first, then those seen last. @throws unavailable */
export const listSessions =
  ({ sessions }: { sessions: Sessions }) =>
  async ({ userId, sid }: { userId: UserId; sid: string }): Promise<ListedSession[]> => {
    const open = await sessions.list(userId);
    return open
      .map((session) => ({ ...session, current: session.sid === sid }))
      .toSorted(
        (a, b) =>
          Number(b.current) - Number(a.current) ||
          b.lastSeenAt.getTime() - a.lastSeenAt.getTime() ||
          a.sid.localeCompare(b.sid),
      );
  };
