import { linkInvalid } from "../domain/user-errors.ts";
import { resetPassword as reset } from "../domain/user-changes.ts";
import { attachPurchase } from "./attach-purchase.ts";
import { hashNewPassword } from "./hash-new-password.ts";
import type { Clock, Links, Passwords, Purchases, Sessions, Users } from "./ports.ts";

type Deps = {
  users: Users;
  links: Links;
  passwords: Passwords;
  sessions: Sessions;
  purchases: Purchases;
  clock: Clock;
};

/**
 * Sets a new password by a mailed link, once, and ends every session: before the change, so that a failure in
 * between leaves none open, and after it, for those that were opened meanwhile. The first password of an account that
 * a checkout opened claims that purchase too: the link proves the same address.
 * @throws invalid when the link is not good or the password too common, unavailable
 */
export const resetPassword =
  ({ users, links, passwords, sessions, purchases, clock }: Deps) =>
  async ({ token, password }: { token: string; password: string }): Promise<void> => {
    const link = await links.find("reset-password", token);
    if (!link?.userId) throw linkInvalid();
    const { userId, email } = link;
    const passwordHash = await hashNewPassword(passwords)(password);
    const before = (await users.find(userId))?.user;
    const checkoutId = before?.passwordHash === undefined ? before?.openedByCheckout : undefined;
    if (checkoutId !== undefined) {
      await attachPurchase(purchases)({ checkoutId, userId });
      // What is attached needs no link any more, and each would set another password for days.
      await links.revokeClaims({ checkoutId, userId });
    }
    if (!(await links.use("reset-password", token))) throw linkInvalid();
    await sessions.closeAll(userId);
    await users.update(userId, (user) => {
      if (user.email !== email || user.deletion) throw linkInvalid();
      return reset(user, passwordHash, clock.now());
    });
    await sessions.closeAll(userId);
    await links.revokeAll(userId, "reset-password");
  };
