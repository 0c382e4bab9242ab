import { createTransport } from "nodemailer";

/** A mail to one person, as plain text and optionally HTML. */
export type Mail = { to: string; subject: string; text: string; html?: string };

/** Sends mails; rejects when the mail server does not take one. */
export type Mailer = { send: (mail: Mail) => Promise<void>; close: () => void };

/** Mails by SMTP, e.g. `smtps://user:secret@host`; in development the address is the local mailbox's. */
export const smtpMailer = ({ url, from }: { url: string; from: string }): Mailer => {
  const transport = createTransport(url, { from });
  return {
    send: async (mail) => {
      await transport.sendMail(mail);
    },
    close: () => transport.close(),
  };
};
