import { systemClock as clock } from "@orbline/kit/clock";
import type { Logger } from "@orbline/kit/observability/logger";
import { startMailOutbox } from "@orbline/kit/mail/outbox";
import { smtpMailer } from "@orbline/kit/mail/mailer";
import type { Metrics } from "@orbline/kit/observability/metrics";
import type { Lifecycle } from "@orbline/kit/process/run";
import type { Connection } from "mongoose";
import type { Config } from "./config.ts";
import { mailWriter, outboxMails } from "./mails/outbox-mails.ts";
import { mongoLinks } from "./store/mongo-links.ts";
import { mongoUserMails } from "./store/mongo-user-mails.ts";
import { mongoWaitlist } from "./store/mongo-waitlist.ts";
import type { UserModel } from "./store/user-document.ts";
import type { Users } from "./use-cases/ports.ts";
import { prepareMail } from "./use-cases/prepare-mail.ts";

/** Opens the waitlist, the links and the mails; what is owed begins to go out. */
export const openMails = ({
  config,
  database,
  model,
  users,
  logger,
  metrics,
  lifecycle,
}: {
  config: Config;
  database: Connection;
  model: UserModel;
  users: Users;
  logger: Logger;
  metrics: Metrics;
  lifecycle: Lifecycle;
}) => {
  const links = mongoLinks({ connection: database, clock });
  const waitlist = mongoWaitlist({ connection: database, clock });
  const compose = mailWriter({
    prepare: prepareMail({ users, links, waitlist }),
    origin: config.PUBLIC_ORIGIN,
  });
  const mailer = smtpMailer({ config, lifecycle });
  const outbox = startMailOutbox(
    { connection: database, clock, logger, metrics, lifecycle },
    { compose, mailer },
  );
  const mails = outboxMails(outbox);
  return { links, waitlist, mails, userMails: mongoUserMails({ model, mails, logger }) };
};
