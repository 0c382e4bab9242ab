import { emailNone, userNotFound } from "../domain/user-errors.ts";
import type { UserId } from "../domain/user.ts";
import type { Mails, Users } from "./ports.ts";

/** A purchase by e-mail alone that its owner should claim; `reminder` counts the mails after the first. */
export type SendClaimLink = { userId: UserId; checkoutId: string; plan: string; reminder: number };

/** Mails the link by which a purchase is claimed, once for each reminder. @throws not-found, conflict without e-mail */
export const sendClaimLink =
  ({ users, mails }: { users: Users; mails: Mails }) =>
  async ({ userId, checkoutId, plan, reminder }: SendClaimLink): Promise<void> => {
    const account = await users.find(userId);
    if (!account || account.user.deletion) throw userNotFound();
    const { email } = account.user;
    if (email === undefined) throw emailNone();
    await mails.post({
      id: `claim:${checkoutId}:${reminder}`,
      kind: "claim",
      userId,
      to: email,
      about: { checkoutId, plan, reminder: String(reminder) },
    });
  };
