import { createTransport } from "nodemailer";
import type { MailConfig, ServiceConfig } from "../config.ts";
import type { ServiceContext } from "../service-context.ts";

export type Mail = {
  to: string;
  subject: string;
  text: string;
  html?: string;
  headers?: Record<string, string>;
};

/** Sends mails. Rejects when the mail server does not accept one. */
export type Mailer = { send: (mail: Mail) => Promise<void> };

const deadlines = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 10_000 };

/** Nodemailer ignores its timeout options when it gets an address, so they go into the address. */
function withDeadlines(url: string) {
  const address = new URL(url);
  for (const [name, ms] of Object.entries(deadlines))
    if (!address.searchParams.has(name)) address.searchParams.set(name, String(ms));
  return address.href;
}

/** Address of the mailbox that `make up` starts. */
const localMailbox = "smtp://127.0.0.1:8125";
/** Nothing listens there. The local mailbox belongs to a running product and is not for the mails of tests. */
const noMailbox = "smtp://127.0.0.1:9";

type Config = MailConfig & Pick<ServiceConfig, "NODE_ENV">;
type Service = Pick<ServiceContext<Config>, "config" | "lifecycle">;

/**
 * Sends mails by SMTP until the service stops. Without `SMTP_URL` they go to the local mailbox, and in tests nowhere.
 * Times out after 5 to 10 s.
 */
export function smtpMailer({ config, lifecycle }: Service): Mailer {
  const fallback = config.NODE_ENV === "test" ? noMailbox : localMailbox;
  const transport = createTransport(withDeadlines(config.SMTP_URL ?? fallback), {
    from: config.MAIL_FROM,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  lifecycle.onStop("mailer", () => transport.close());
  return {
    send: async (mail) => {
      try {
        await transport.sendMail(mail);
      } catch (error) {
        throw withoutAddress(error);
      }
    },
  };
}

type Refusal = { responseCode?: number; command?: string; code?: string };

/** Keeps the codes of a mail server's refusal and drops its text, which may quote the recipient. */
function withoutAddress(error: unknown): unknown {
  const { responseCode, command, code } = error as Refusal;
  if (responseCode === undefined) return error;
  const text = `the mail server answered ${responseCode} to ${command ?? "a mail"}`;
  return Object.assign(new Error(text), { code });
}
