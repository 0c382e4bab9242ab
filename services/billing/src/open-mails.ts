import { smtpMailer } from "@orbline/kit/mail/mailer";
import { mailOutbox } from "@orbline/kit/mail/outbox";
import type { Logger } from "@orbline/kit/observability/logger";
import type { Metrics } from "@orbline/kit/observability/metrics";
import type { Lifecycle } from "@orbline/kit/process/run";
import type { Connection } from "mongoose";
import { type Config, mailSender } from "./config.ts";
import { composeMail } from "./mail/compose-mail.ts";
import type { Accounts, Clock, Mails } from "./use-cases/ports.ts";

const localMailbox = "smtp://127.0.0.1:8125";

/** Opens the outbox of billing's mails and starts to send what is owed. */
export const openMails = ({
  config,
  lifecycle: { onStop },
  accounts,
  ...deps
}: {
  config: Config;
  connection: Connection;
  accounts: Accounts;
  clock: Clock;
  logger: Logger;
  metrics: Metrics;
  lifecycle: Lifecycle;
}): Mails => {
  const mailer = smtpMailer({ url: config.SMTP_URL ?? localMailbox, from: config.MAIL_FROM });
  onStop("mailer", mailer.close);
  const compose = composeMail({ accounts, sender: mailSender(config) });
  const outbox = mailOutbox({ ...deps, compose, mailer });
  onStop("mails", outbox.stop);
  outbox.start();
  return outbox;
};
