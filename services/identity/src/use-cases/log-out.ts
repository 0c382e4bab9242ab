import type { UserId } from "../domain/user.ts";
import type { Sessions } from "./ports.ts";

/** Ends the session at once, everywhere. Safe to repeat. @throws unavailable */
export const logOut =
  ({ sessions }: { sessions: Sessions }) =>
  (session: { userId: UserId; sid: string }): Promise<void> =>
    sessions.close(session);
