import type { Migration } from "@orbline/kit/migrations";

/** Indexes behind every query of a request or a sweep in billing. */
export const migrations: Migration[] = [
  {
    name: "0001-indexes",
    up: async (db) => {
      await db.collection("subscriptions").createIndexes([
        { key: { pendingAt: 1 }, name: "pendingAt", sparse: true },
        { key: { lapsesAt: 1 }, name: "lapsesAt", sparse: true },
        { key: { hasDuties: 1 }, name: "hasDuties", sparse: true },
      ]);
      await db.collection("checkouts").createIndexes([
        { key: { sessionId: 1 }, name: "sessionId", unique: true, sparse: true },
        { key: { userId: 1, status: 1 }, name: "userId_status" },
      ]);
      await db
        .collection("webhook_inbox")
        .createIndexes([{ key: { dueAt: 1 }, name: "dueAt", sparse: true }]);
    },
  },
  {
    name: "0002-webhook-retention",
    up: async (db) => {
      await db
        .collection("webhook_inbox")
        .createIndexes([{ key: { finishedAt: 1 }, name: "finishedAt", sparse: true }]);
    },
  },
];
