import { isDuplicateKey } from "@orbline/kit/mongo/connection";
import { type Connection, Schema, trusted } from "mongoose";
import type { InboxOutcome, InboxRow } from "../domain/inbox.ts";
import type { WebhookInbox } from "../use-cases/ports.ts";
import { orderOf, readCursor, toPage } from "./pages.ts";

/** A stored event as it lies in the database. */
export type InboxDocument = {
  _id: string;
  type: string;
  objectId: string;
  /** As it came; unset once the event is finished: it names the payer, and what it is about is always fetched anew. */
  payload?: string;
  receivedAt: Date;
  attempts: number;
  outcome: InboxOutcome;
  /** Place in lists, by the moment at which it came. */
  order: string;
  finishedAt?: Date;
  lastError?: string;
  /** When the next attempt is due; unset once the event is finished. Serves the worker's sweep. */
  dueAt?: Date;
};

const schema = new Schema<InboxDocument>(
  {
    _id: { type: String, required: true },
    type: { type: String, required: true },
    // empty for objects without an id, such as a balance
    objectId: { type: String, default: "" },
    payload: { type: String, required: true },
    receivedAt: { type: Date, required: true },
    attempts: { type: Number, required: true },
    outcome: { type: String, required: true },
    order: { type: String, required: true },
    finishedAt: Date,
    lastError: String,
    dueAt: Date,
  },
  { versionKey: false, collection: "webhook_inbox" },
);

const toRow = (document: InboxDocument): InboxRow => {
  const { _id: id, type, objectId, attempts, receivedAt, outcome } = document;
  const { finishedAt, dueAt: nextAttemptAt, lastError } = document;
  return {
    id,
    type,
    objectId,
    attempts,
    receivedAt,
    outcome,
    ...(finishedAt && { finishedAt }),
    ...(nextAttemptAt && { nextAttemptAt }),
    ...(lastError && { lastError }),
  };
};

/** What has ended stays as it ended, also when the note of that was written and not confirmed. */
const stillOpen = (id: string) => ({ _id: id, outcome: "open" as const });

/** The webhook inbox in MongoDB; `_id` is the provider's event id. */
export const mongoWebhookInbox = ({ connection }: { connection: Connection }): WebhookInbox => {
  const model = connection.model<InboxDocument>("WebhookEvent", schema);
  return {
    receive: async ({ id, ...event }) => {
      try {
        const receivedAt = new Date();
        const order = orderOf(receivedAt, id);
        const open = { dueAt: receivedAt, attempts: 0, outcome: "open" as const };
        await model.create({ _id: id, ...event, receivedAt, order, ...open });
        return true;
      } catch (error) {
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    },
    findOpen: async (id) => {
      const found = await model.findById(id).lean<InboxDocument>();
      if (found?.outcome !== "open") return undefined;
      return { id, type: found.type, objectId: found.objectId, attempts: found.attempts };
    },
    findDue: async (now, limit) => {
      const due = await model
        .find({ dueAt: trusted({ $lte: now }) }, { _id: 1 })
        .sort({ dueAt: 1 })
        .limit(limit)
        .lean<{ _id: string }[]>();
      return due.map(({ _id }) => _id);
    },
    finish: async (id, outcome) => {
      await model.updateOne(stillOpen(id), {
        $set: { outcome, finishedAt: new Date() },
        $inc: { attempts: 1 },
        $unset: { dueAt: 1, payload: 1 },
      });
    },
    postpone: async (id, error, nextAttemptAt) => {
      await model.updateOne(stillOpen(id), {
        $set: { lastError: error.slice(0, 500), dueAt: nextAttemptAt },
        $inc: { attempts: 1 },
      });
    },
    list: async ({ id, outcome, ...request }) => {
      const before = readCursor(request);
      const documents = await model
        .find(
          {
            ...(id && { _id: id }),
            ...(outcome && { outcome }),
            ...(before && { order: trusted({ $lt: before }) }),
          },
          { payload: 0 },
        )
        .sort({ order: -1 })
        .limit(request.limit + 1)
        .lean<InboxDocument[]>();
      return toPage(documents, request, toRow);
    },
    reopen: async (id, now) => {
      const fresh = { outcome: "open" as const, attempts: 0, dueAt: now };
      const open = { $set: fresh, $unset: { finishedAt: 1 } };
      const options = { returnDocument: "after", projection: { payload: 0 } } as const;
      const found = await model.findOneAndUpdate({ _id: id }, open, options).lean<InboxDocument>();
      return found ? toRow(found) : undefined;
    },
    forget: async (finishedBefore) => {
      const finishedAt = trusted({ $lte: finishedBefore });
      return (await model.deleteMany({ finishedAt })).deletedCount;
    },
  };
};
