import type { MailLimits, Mails, Waitlist, WaitlistEntry } from "./ports.ts";

/**
 * Puts an address on the waitlist and mails it the link that makes an account of it; the answer is the same for
 * an address that is on it already. @throws unavailable
 */
export const joinWaitlist =
  ({
    waitlist,
    mails,
    mailLimits,
    newId,
  }: {
    waitlist: Waitlist;
    mails: Mails;
    mailLimits: MailLimits;
    newId: () => string;
  }) =>
  async (entry: Pick<WaitlistEntry, "email" | "source" | "affiliateCode">): Promise<void> => {
    await waitlist.join(entry);
    if (await mailLimits.take(entry.email)) return;
    await mails.post({ id: `waitlist:${newId()}`, kind: "waitlist", to: entry.email, about: {} });
  };
