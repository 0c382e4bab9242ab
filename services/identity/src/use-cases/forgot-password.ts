import type { MailLimits, Mails } from "./ports.ts";

/**
 * Owes a mail with a link to a new password to whoever has an account with this address. The account is looked up
 * when the mail goes out, not here: what is done and how long it takes is the same for every address.
 * @throws unavailable
 */
export const forgotPassword =
  ({ mails, mailLimits, newId }: { mails: Mails; mailLimits: MailLimits; newId: () => string }) =>
  async (email: string): Promise<void> => {
    if (await mailLimits.take(email)) return;
    const id = `reset-password:${newId()}`;
    await mails.post({ id, kind: "reset-password", to: email, about: {} });
  };
