import { nothingToSignIn } from "../domain/user-errors.ts";
import { openSession } from "./open-session.ts";
import type { Purchases, Sessions, Users } from "./ports.ts";
import type { SignedIn } from "./register.ts";

/** A browser that comes back from the payment page; `secret` is its checkout cookie. */
export type LogInByCheckout = {
  sessionId: string;
  secret: string | undefined;
  userAgent?: string | undefined;
};

/**
 * Opens a session for the browser that has just paid with an e-mail alone, once; billing checks cookie, payment and
 * time. While sessions are away that one time is not used up. Never for an account with a password: its owner signs
 * in. @throws not-found, conflict, unavailable
 */
export const logInByCheckout =
  ({ users, sessions, purchases }: { users: Users; sessions: Sessions; purchases: Purchases }) =>
  async ({ sessionId, secret, userAgent }: LogInByCheckout): Promise<SignedIn> => {
    if (!secret) throw nothingToSignIn();
    await sessions.reach();
    const account = await users.find(await purchases.redeem({ sessionId, secret }));
    if (!account || account.user.passwordHash !== undefined) throw nothingToSignIn();
    const { id } = await openSession({ users, sessions })(account, userAgent);
    return { account, sessionId: id };
  };
