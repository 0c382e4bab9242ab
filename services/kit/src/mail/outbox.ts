import { insertOnce } from "../mongo/connection.ts";
import { type DueItem, dueItems, startDueWorker } from "../mongo/due-items.ts";
import type { Migration } from "../mongo/migrations.ts";
import { watchBacklog } from "../observability/instruments.ts";
import { scheduleOnce } from "../process/schedule.ts";
import type { ServiceContext } from "../service-context.ts";
import type { Mail, Mailer } from "./mailer.ts";

const collectionName = "owed_mails";
const giveUpAfterMs = 72 * 3_600_000;
const rememberMs = 7 * 86_400_000;
const forgetEveryMs = 3_600_000;

/** A waiting mail. `note` identifies the mail in the service's own terms and without secrets. */
type PendingMail = {
  _id: string;
  note: Record<string, unknown>;
  attempts: number;
  createdAt: Date;
  dueAt: Date;
};

/** The remaining data of a mail that was sent, is no longer needed, or was given up. */
type EndedMail = { _id: string; doneAt: Date; outcome: "sent" | "dropped" | "given-up" };

/** Indexes of the outbox. A service that sends mails runs it among its migrations. */
export function mailOutboxMigration(name: string): Migration {
  return {
    name,
    up: async (db) => {
      await db.collection(collectionName).createIndexes([
        { key: { dueAt: 1 }, name: "dueAt", sparse: true },
        { key: { doneAt: 1 }, name: "doneAt", sparse: true },
      ]);
    },
  };
}

type Sending = {
  /** Writes the mail when it is sent; undefined when it is no longer needed. */
  compose: (note: Record<string, unknown>) => Promise<Mail | undefined>;
  mailer: Mailer;
};

export type MailOutbox = ReturnType<typeof startMailOutbox>;

/**
 * Keeps mails in the service's database until the mail server has accepted them, across crashes and days without a
 * mail server. A mail is sent twice only if the process dies, or loses its database, between the server's acceptance
 * and the write that records it. Mails that the server refuses for three days are given up.
 */
export function startMailOutbox(
  service: Pick<ServiceContext, "connection" | "clock" | "logger" | "metrics" | "lifecycle">,
  { compose, mailer }: Sending,
) {
  const { connection, clock, logger, metrics } = service;
  const pending = connection.collection<PendingMail>(collectionName);
  const ended = connection.collection<EndedMail>(collectionName);
  const items = dueItems({ collection: pending, clock });

  const end = (item: DueItem<PendingMail>, outcome: EndedMail["outcome"]) =>
    items.done(item, {
      $set: { doneAt: clock.now(), outcome },
      $unset: { note: 1, attempts: 1, createdAt: 1 },
    });

  const send = async (item: DueItem<PendingMail>) => {
    try {
      const mail = await compose(item.document.note);
      if (mail) await mailer.send(mail);
      return await end(item, mail ? "sent" : "dropped");
    } catch (error) {
      const details = { err: error, mail: item.id, attempts: item.attempts };
      if (clock.now().getTime() - item.document.createdAt.getTime() > giveUpAfterMs) {
        logger.error(details, "mail given up");
        return end(item, "given-up");
      }
      logger.warn(details, "mail not sent, trying again later");
      return items.retryLater(item);
    }
  };

  watchBacklog({
    metrics,
    name: "mails_pending",
    help: "Mails that wait to be sent",
    collection: connection.collection(collectionName),
    field: "dueAt",
  });
  scheduleOnce(service, {
    name: "old mails",
    everyMs: forgetEveryMs,
    job: () => ended.deleteMany({ doneAt: { $lt: new Date(clock.now().getTime() - rememberMs) } }),
  });
  const worker = startDueWorker(service, { name: "mails", items, work: send });
  return {
    /** Stores a mail and sends it soon. An id that was posted within the last week is not sent again. */
    post: async (id: string, note: Record<string, unknown>): Promise<void> => {
      const now = clock.now();
      await insertOnce(
        pending.insertOne({ _id: id, note, attempts: 0, createdAt: now, dueAt: now }),
      );
      worker.wake();
    },
  };
}
