import { createTransport } from "nodemailer";

/** A mail to one person, as plain text and optionally HTML. */
export type Mail = { to: string; subject: string; text: string; html?: string };

/** Sends mails; rejects when the mail server does not take one. */
export type Mailer = { send: (mail: Mail) => Promise<void>; close: () => void };

const deadlines = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 10_000 };

/** The mail library takes its settings from the address alone when there is one. */
const withDeadlines = (url: string) => {
  const address = new URL(url);
  for (const [name, ms] of Object.entries(deadlines))
    if (!address.searchParams.has(name)) address.searchParams.set(name, String(ms));
  return address.href;
};

/**
 * Mails by SMTP, e.g. `smtps://user:secret@host`; in development the address is the local mailbox's. A server
 * that does not answer is given up after 5 to 10 seconds.
 */
export const smtpMailer = ({ url, from }: { url: string; from: string }): Mailer => {
  const transport = createTransport(withDeadlines(url), {
    from,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    send: async (mail) => {
      await transport.sendMail(mail);
    },
    close: () => transport.close(),
  };
};
