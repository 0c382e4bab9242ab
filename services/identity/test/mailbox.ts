import { eventually } from "@orbline/kit/testing/eventually";
import { createMailbox } from "@orbline/mailbox/mailbox";
import { z } from "zod";

const mailsSchema = z.object({
  mails: z.array(
    z.object({ id: z.union([z.string(), z.number()]), to: z.unknown(), subject: z.string() }),
  ),
});
const mailSchema = z.object({ subject: z.string(), text: z.string(), html: z.string() });

/** An email as its recipient reads it. */
export type ReadMail = z.infer<typeof mailSchema>;

/** A mail server for one test and its mailboxes. */
export const startMailbox = async () => {
  const mailbox = createMailbox();
  const { url, smtpUrl } = await mailbox.listen({ port: 0, smtpPort: 0 });
  const read = async (path: string): Promise<unknown> => (await fetch(`${url}${path}`)).json();

  /** Subjects of the emails to an address, newest first. */
  const subjects = async (to: string): Promise<string[]> => {
    const { mails } = mailsSchema.parse(await read(`/api/mails?to=${encodeURIComponent(to)}`));
    return mails.map(({ subject }) => subject);
  };

  /** Waits for the newest email with this subject. */
  const mail = (to: string, subject: string): Promise<ReadMail> =>
    eventually(async () => {
      const { mails } = mailsSchema.parse(await read(`/api/mails?to=${encodeURIComponent(to)}`));
      const found = mails.find((one) => one.subject === subject);
      if (!found) throw new Error(`no mail "${subject}" to ${to} yet`);
      return mailSchema.parse(await read(`/api/mails/${found.id}`));
    });

  return {
    smtpUrl,
    subjects,
    mail,
    /** The secret of the link in the newest email with this subject. */
    token: async (to: string, subject: string): Promise<string> => {
      const { text } = await mail(to, subject);
      return /\?token=([A-Za-z0-9_-]{43})$/m.exec(text)?.[1] ?? "";
    },
    close: mailbox.close,
  };
};
