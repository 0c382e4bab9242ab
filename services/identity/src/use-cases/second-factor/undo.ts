import { undoFactors } from "../../domain/second-factor.ts";
import { linkInvalid } from "../../domain/user-errors.ts";
import type { User, UserId } from "../../domain/user.ts";
import { hashUnknownPassword, returnToOwner } from "../password-reset.ts";
import type { IdentityDeps } from "../ports.ts";

/**
 * Removes the authenticator app and all passkeys of an account by the link that its address got when a thief added one, which
 * works once. Ends the password and every session and emails a link for a new password. The link is used up last: if the
 * process dies, a retry must still return the account to its owner.
 * @throws invalid for a bad link and when the account has another address, unavailable
 */
export async function undoSecondFactor(
  deps: Pick<
    IdentityDeps,
    "users" | "passwords" | "links" | "sessions" | "emails" | "newId" | "clock"
  >,
  token: string,
): Promise<{ email: string; userId: UserId }> {
  const { users, passwords, links, clock } = deps;
  const link = await links.find("undo-second-factor", token);
  if (!link?.userId) throw linkInvalid();
  const { email, userId } = link;
  const refuseOther = (user: User | undefined) => {
    if (!user || user.deletion || user.email !== email) throw linkInvalid();
  };
  // Before the costly hash, because the link stays valid.
  refuseOther((await users.find(userId))?.user);
  const passwordHash = await hashUnknownPassword(passwords);
  await users.update(userId, (user) => {
    refuseOther(user);
    return undoFactors(user, passwordHash, clock.now());
  });
  await returnToOwner(deps, { userId, email });
  // The emails about other factors that the thief has added have links, too.
  await links.revokeAll(userId, "undo-second-factor");
  return { email, userId };
}
