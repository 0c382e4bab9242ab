import { loginFailed } from "../domain/user-errors.ts";
import { openSession } from "./open-session.ts";
import type { Sessions } from "./ports.ts";
import type { SignedIn } from "./register.ts";
import { verifyCredentials, type Credentials, type VerifyDeps } from "./verify-credentials.ts";

/** What somebody gives to sign in, and from which device. */
export type LogIn = Credentials & { userAgent?: string | undefined };

/** Opens a session for the right password. @throws unauthenticated, rate-limited, unavailable */
export const logIn =
  ({ sessions, ...deps }: VerifyDeps & { sessions: Sessions }) =>
  async ({ userAgent, ...credentials }: LogIn): Promise<SignedIn> => {
    const account = await verifyCredentials(deps)(credentials);
    if (!account) throw loginFailed();
    const { id: sessionId } = await openSession({ users: deps.users, sessions })(
      account,
      userAgent,
    );
    return { account, sessionId };
  };
