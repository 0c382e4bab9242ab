import { watchBacklog } from "../observability/instruments.ts";
import { scheduleOnce } from "../process/schedule.ts";
import type { ServiceContext } from "../service-context.ts";
import { insertOnce } from "./connection.ts";
import { type DueItem, dueItems, startDueWorker } from "./due-items.ts";
import type { Migration } from "./migrations.ts";

const rememberMs = 7 * 86_400_000;
const forgetEveryMs = 3_600_000;

/** What identifies a message in the service's own terms, without secrets. */
export type Note = Record<string, unknown>;

/** A message that waits to be sent. */
type PendingMessage = {
  _id: string;
  note: Note;
  attempts: number;
  createdAt: Date;
  dueAt: Date;
};

/** The remaining data of a message that was sent, is no longer needed, or was given up. */
type EndedMessage = { _id: string; doneAt: Date; outcome: "sent" | "dropped" | "given-up" };

/** Indexes of an outbox. */
export function outboxMigration(name: string, collection: string): Migration {
  return {
    name,
    up: async (db) => {
      await db.collection(collection).createIndexes([
        { key: { dueAt: 1 }, name: "dueAt", sparse: true },
        { key: { doneAt: 1 }, name: "doneAt", sparse: true },
      ]);
    },
  };
}

type Options = {
  collection: string;
  /** The word for a message, in logs. */
  kind: string;
  /** Its plural, in names of jobs and in the gauge: `mails` has `mails_pending`. */
  plural: string;
  /** Help of the gauge. */
  help: string;
  giveUpAfterMs: number;
  /** Sends a message; returns false when it is no longer needed. When it throws, the message is sent again later. */
  send: (note: Note) => Promise<boolean>;
};

export type Outbox = {
  /** Stores a message and sends it soon. An id that was posted within the last week is not sent again. */
  post: (id: string, note: Note) => Promise<void>;
};

/**
 * Keeps messages in the service's database until they are accepted, across crashes and outages. A message is sent twice
 * only if the process dies, or loses its database, between the acceptance and the write that records it.
 */
export function startOutbox(
  service: Pick<ServiceContext, "connection" | "clock" | "logger" | "metrics" | "lifecycle">,
  { collection, kind, plural, help, giveUpAfterMs, send }: Options,
): Outbox {
  const { connection, clock, logger, metrics } = service;
  const pending = connection.collection<PendingMessage>(collection);
  const ended = connection.collection<EndedMessage>(collection);
  const items = dueItems({ collection: pending, clock });

  const end = (item: DueItem<PendingMessage>, outcome: EndedMessage["outcome"]) =>
    items.done(item, {
      $set: { doneAt: clock.now(), outcome },
      $unset: { note: 1, attempts: 1, createdAt: 1 },
    });

  const work = async (item: DueItem<PendingMessage>) => {
    try {
      return await end(item, (await send(item.document.note)) ? "sent" : "dropped");
    } catch (error) {
      const details = { err: error, [kind]: item.id, attempts: item.attempts };
      if (clock.now().getTime() - item.document.createdAt.getTime() > giveUpAfterMs) {
        logger.error(details, `${kind} given up`);
        return end(item, "given-up");
      }
      logger.warn(details, `${kind} not sent, trying again later`);
      return items.retryLater(item);
    }
  };

  watchBacklog({
    metrics,
    name: `${plural}_pending`,
    help,
    collection: connection.collection(collection),
    field: "dueAt",
  });
  scheduleOnce(service, {
    name: `old ${plural}`,
    everyMs: forgetEveryMs,
    job: () => ended.deleteMany({ doneAt: { $lt: new Date(clock.now().getTime() - rememberMs) } }),
  });
  const worker = startDueWorker(service, { name: plural, items, work });
  return {
    post: async (id, note) => {
      const now = clock.now();
      await insertOnce(
        pending.insertOne({ _id: id, note, attempts: 0, createdAt: now, dueAt: now }),
      );
      worker.wake();
    },
  };
}
