import { emailNone, userNotFound } from "../domain/user-errors.ts";
import type { UserId } from "../domain/user.ts";
import type { Mails, Users } from "./ports.ts";

/**
 * A purchase by e-mail alone that its owner should claim; `reminder` counts the mails after the first. A billing of an
 * earlier version does not tell the address that paid.
 */
export type SendClaimLink = {
  userId: UserId;
  checkoutId: string;
  plan: string;
  reminder: number;
  email?: string | undefined;
};

/**
 * Mails the link by which a purchase is claimed, once for each reminder, to the address that paid and to no other:
 * there is no mail once the account has another one. @throws not-found, conflict without e-mail
 */
export const sendClaimLink =
  ({ users, mails }: { users: Users; mails: Mails }) =>
  async ({ userId, checkoutId, plan, reminder, email }: SendClaimLink): Promise<void> => {
    const account = await users.find(userId);
    if (!account || account.user.deletion) throw userNotFound();
    const to = email ?? account.user.email;
    if (to === undefined) throw emailNone();
    if (to !== account.user.email) return;
    await mails.post({
      id: `claim:${checkoutId}:${reminder}`,
      kind: "claim",
      userId,
      to,
      about: { checkoutId, plan, reminder: String(reminder) },
    });
  };
