import { decodeCursor, orderKey, toPage } from "@orbline/kit/http/cursor";
import { insertOnce } from "@orbline/kit/mongo/connection";
import { createCounter, watchBacklog } from "@orbline/kit/observability/instruments";
import type { Metrics } from "@orbline/kit/observability/metrics";
import type { Connection } from "mongoose";
import { compact } from "../domain/compact.ts";
import type { IgnoredReason, InboxOutcome, InboxRow, WebhookInbox } from "../use-cases/ports.ts";

/** A stored event; `_id` is the provider's id. */
export type InboxDocument = {
  _id: string;
  type: string;
  /** Empty for an object without an id, such as a balance. */
  objectId: string;
  receivedAt: Date;
  attempts: number;
  outcome: InboxOutcome;
  /** Position in lists, by the time when the event was received. */
  order: string;
  finishedAt?: Date;
  reason?: IgnoredReason;
  lastError?: string;
  /** When the next attempt is due, or when the running one times out; unset once the event is finished. */
  dueAt?: Date;
};

/** The collection of stored events. */
export function webhookCollection(connection: Connection) {
  return connection.collection<InboxDocument>("webhook_inbox");
}

/** The webhook inbox in MongoDB. */
export function mongoWebhooks({ connection }: { connection: Connection }): WebhookInbox {
  const events = webhookCollection(connection);
  return {
    receive: ({ id, type, objectId }) => {
      const receivedAt = new Date();
      const open = { dueAt: receivedAt, attempts: 0, outcome: "open" as const };
      const order = orderKey(receivedAt, id);
      return insertOnce(events.insertOne({ _id: id, type, objectId, receivedAt, order, ...open }));
    },
    list: async ({ id, outcome, limit, cursor }) => {
      const before = decodeCursor(cursor);
      const earlier = before === undefined ? undefined : { $lt: before };
      const filter = compact({ _id: id, outcome, order: earlier });
      const range = { sort: { order: -1 }, limit: limit + 1 } as const;
      const documents = await events.find(filter, range).toArray();
      const page = toPage(documents, limit, ({ order }) => order);
      return { ...page, rows: page.rows.map(toRow) };
    },
    backlog: async (since) => {
      const [oldest, waiting, failed] = await Promise.all([
        events.findOne({ outcome: "open" }, { sort: { order: 1 } }),
        events.countDocuments({ outcome: "open" }),
        events.countDocuments({ outcome: "failed", order: { $gte: orderKey(since, "") } }),
      ]);
      return { waiting, oldestAt: oldest?.receivedAt, failed };
    },
    reopen: async (id, now) => {
      const found = await events.findOneAndUpdate(
        { _id: id },
        {
          $set: { outcome: "open", attempts: 0, dueAt: now },
          $unset: { finishedAt: 1, reason: 1, lastError: 1 },
        },
        { returnDocument: "after" },
      );
      return found ? toRow(found) : undefined;
    },
    deleteFinished: async (before) =>
      (await events.deleteMany({ finishedAt: { $lte: before } })).deletedCount,
  };
}

/**
 * Exposes the number of waiting events and the age of the oldest one as metrics. Returns a counter of finished
 * events.
 */
export function measureWebhooks({
  metrics,
  collection,
}: {
  metrics: Metrics;
  collection: Parameters<typeof watchBacklog>[0]["collection"];
}) {
  watchBacklog({
    metrics,
    name: "webhook_inbox_pending",
    help: "Events of the payment provider that wait to be processed",
    collection,
    field: "dueAt",
  });
  return createCounter(metrics, {
    name: "webhook_events_total",
    help: "Events of the payment provider that were finished, by outcome; a failed one was given up",
    values: { outcome: ["done", "ignored", "failed"] },
  });
}

function toRow({
  _id: id,
  order: _order,
  dueAt: nextAttemptAt,
  ...event
}: InboxDocument): InboxRow {
  return { id, ...event, nextAttemptAt };
}
