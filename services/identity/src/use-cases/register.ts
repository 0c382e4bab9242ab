import { newAccount, type AccountInput, type NewAccountDeps } from "./new-account.ts";
import type { Account, Sessions } from "./ports.ts";

/** What somebody gives to register, and from which device. */
export type Register = AccountInput & { userAgent?: string | undefined };

/** An account and the secret of the session that was opened for it. */
export type SignedIn = { account: Account; sessionId: string };

/**
 * Opens an account and a session. The session comes first: when sessions are unavailable nothing is stored, and
 * the visitor can simply try again. @throws invalid, conflict, unavailable
 */
export const register =
  ({ sessions, ...deps }: NewAccountDeps & { sessions: Sessions }) =>
  async ({ userAgent, ...input }: Register): Promise<SignedIn> => {
    const registered = await newAccount(deps)(input, "user");
    const { id: userId, role } = registered.state;
    const { id: sessionId, sid } = await sessions.open({ userId, role, userAgent });
    try {
      return { account: await deps.users.add(registered), sessionId };
    } catch (error) {
      await sessions.close({ userId, sid });
      throw error;
    }
  };
