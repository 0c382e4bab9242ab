import { isDuplicateKey } from "@orbline/kit/mongo";
import { type Connection, Schema, trusted } from "mongoose";
import type { WebhookInbox } from "../use-cases/ports.ts";

type InboxDocument = {
  _id: string;
  type: string;
  objectId: string;
  payload: string;
  receivedAt: Date;
  attempts: number;
  outcome?: "done" | "ignored" | "failed";
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
    outcome: String,
    finishedAt: Date,
    lastError: String,
    dueAt: Date,
  },
  { versionKey: false, collection: "webhook_inbox" },
);

/** The webhook inbox in MongoDB; `_id` is the provider's event id. */
export const mongoWebhookInbox = ({ connection }: { connection: Connection }): WebhookInbox => {
  const model = connection.model<InboxDocument>("WebhookEvent", schema);
  return {
    receive: async ({ id, ...event }) => {
      try {
        const receivedAt = new Date();
        await model.create({ _id: id, ...event, receivedAt, dueAt: receivedAt, attempts: 0 });
        return true;
      } catch (error) {
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    },
    findOpen: async (id) => {
      const found = await model.findById(id).lean<InboxDocument>();
      if (!found || found.outcome) return undefined;
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
      await model.updateOne(
        { _id: id },
        { $set: { outcome, finishedAt: new Date() }, $inc: { attempts: 1 }, $unset: { dueAt: 1 } },
      );
    },
    postpone: async (id, error, nextAttemptAt) => {
      await model.updateOne(
        { _id: id },
        { $set: { lastError: error.slice(0, 500), dueAt: nextAttemptAt }, $inc: { attempts: 1 } },
      );
    },
    forget: async (finishedBefore) => {
      const finishedAt = trusted({ $lte: finishedBefore });
      return (await model.deleteMany({ finishedAt })).deletedCount;
    },
  };
};
