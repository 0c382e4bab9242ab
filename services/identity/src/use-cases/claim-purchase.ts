import { refuseReservedName } from "../domain/reserved-names.ts";
import { claimAccount } from "../domain/user-changes.ts";
import { linkInvalid, usernameTaken } from "../domain/user-errors.ts";
import type { User } from "../domain/user.ts";
import { attachPurchase } from "./attach-purchase.ts";
import { getCurrentUser } from "./get-current-user.ts";
import { hashNewPassword } from "./hash-new-password.ts";
import type { NewAccountDeps } from "./new-account.ts";
import { openSession } from "./open-session.ts";
import type { Links, Purchases, Sessions } from "./ports.ts";
import type { SignedIn } from "./register.ts";

/** What somebody gives who follows the link to a purchase. */
export type ClaimPurchase = {
  token: string;
  password: string;
  username?: string | undefined;
  userAgent?: string | undefined;
};

type Deps = NewAccountDeps & { links: Links; sessions: Sessions; purchases: Purchases };

/** Whether the account is still of who reads the mails of the address that the link went to. */
const isTheirs = (user: User | undefined, email: string) => user?.email === email && !user.deletion;

/**
 * Gives a purchase by e-mail alone to who reads that address's mails: attaches it, which is safe to repeat, then
 * uses the link up and ends the others to that purchase or for a new password, sets the password, ends every other
 * session and opens one. Nothing happens, and the link stays, where the account has another address by now.
 * @throws invalid when the link is not good or the password too common, conflict for a taken name, unavailable
 */
export const claimPurchase =
  (deps: Deps) =>
  async ({ token, password, username, userAgent }: ClaimPurchase): Promise<SignedIn> => {
    const { users, links, sessions, purchases, passwords, clock, specialNames } = deps;
    const link = await links.find("claim", token);
    if (!link?.userId || link.checkoutId === undefined) throw linkInvalid();
    const { userId, checkoutId, email } = link;
    if (username !== undefined) {
      refuseReservedName(username, specialNames);
      // Asked before the link is used up, so that another name can be tried.
      const named = await users.findByUsername(username);
      if (named && named.user.id !== userId) throw usernameTaken();
    }
    const passwordHash = await hashNewPassword(passwords)(password);
    const owner = (await users.find(userId))?.user;
    if (!isTheirs(owner, email)) throw linkInvalid();
    await attachPurchase(purchases)({ checkoutId, userId });
    if (!(await links.use("claim", token))) throw linkInvalid();
    // Other mails hold links that would each set another password, some for days.
    await links.revokeClaims({ userId, checkoutId });
    await links.revokeAll(userId, "reset-password");
    await sessions.closeAll(userId);
    await users.update(userId, (user) => {
      if (!isTheirs(user, email)) throw linkInvalid();
      return claimAccount(user, { passwordHash, username }, clock.now());
    });
    const account = await getCurrentUser({ users })(userId);
    const { id: sessionId, sid } = await openSession({ users, sessions })(account, userAgent);
    await sessions.closeAll(userId, { except: sid });
    return { account, sessionId };
  };
