import type { Migration } from "../mongo/migrations.ts";
import { type Note, type Outbox, outboxMigration, startOutbox } from "../mongo/outbox.ts";
import type { ServiceContext } from "../service-context.ts";
import type { Mail, Mailer } from "./mailer.ts";

const collection = "owed_mails";
const giveUpAfterMs = 72 * 3_600_000;

/** Indexes of the outbox. A service that sends mails runs it among its migrations. */
export const mailOutboxMigration = (name: string): Migration => outboxMigration(name, collection);

type Sending = {
  /** Writes the mail when it is sent; undefined when it is no longer needed. */
  compose: (note: Note) => Promise<Mail | undefined>;
  mailer: Mailer;
};

/** Keeps mails until the mail server has accepted them. Those that it refuses for three days are given up. */
export function startMailOutbox(
  service: Pick<ServiceContext, "connection" | "clock" | "logger" | "metrics" | "lifecycle">,
  { compose, mailer }: Sending,
): Outbox {
  return startOutbox(service, {
    collection,
    kind: "mail",
    plural: "mails",
    help: "Mails that wait to be sent",
    giveUpAfterMs,
    send: async (note) => {
      const mail = await compose(note);
      if (mail) await mailer.send(mail);
      return mail !== undefined;
    },
  });
}
