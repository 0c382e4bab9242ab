import { smtpMailer } from "@orbline/kit/mail/mailer";
import { startMailOutbox } from "@orbline/kit/mail/outbox";
import type { Logger } from "@orbline/kit/observability/logger";
import type { Metrics } from "@orbline/kit/observability/metrics";
import type { Lifecycle } from "@orbline/kit/process/run";
import type { Connection } from "mongoose";
import { type Config, mailSender } from "./config.ts";
import { composeMail } from "./mail/compose-mail.ts";
import type { Accounts, Clock, Mails } from "./use-cases/ports.ts";

/** Opens the outbox of billing's mails and starts to send what is owed. */
export const openMails = ({
  config,
  lifecycle,
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
  const compose = composeMail({ accounts, sender: mailSender(config) });
  return startMailOutbox(
    { ...deps, lifecycle },
    { compose, mailer: smtpMailer({ config, lifecycle }) },
  );
};
