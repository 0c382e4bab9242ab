import { mailOutboxMigration } from "@orbline/kit/mail/outbox";
import type { Migration } from "@orbline/kit/mongo/migrations";

/** Creates the indexes behind every query of a request or a sweep. */
export const migrations: Migration[] = [
  {
    name: "0001-indexes",
    up: async (db) => {
      await db.collection("subscriptions").createIndexes([
        { key: { pendingAt: 1 }, name: "pendingAt", sparse: true },
        { key: { effectsDueAt: 1 }, name: "effectsDueAt", sparse: true },
        { key: { lapsesAt: 1 }, name: "lapsesAt", sparse: true },
        { key: { currentPlan: 1 }, name: "currentPlan", sparse: true },
        { key: { trialMonth: 1 }, name: "trialMonth", sparse: true },
      ]);
      await db.collection("payments").createIndexes([
        { key: { effectsDueAt: 1 }, name: "effectsDueAt", sparse: true },
        { key: { order: 1 }, name: "order" },
        { key: { userId: 1, order: 1 }, name: "userId_order" },
        { key: { status: 1, order: 1 }, name: "status_order" },
        { key: { paidMonth: 1 }, name: "paidMonth", sparse: true },
      ]);
      await db.collection("checkouts").createIndexes([
        { key: { sessionId: 1 }, name: "sessionId", unique: true, sparse: true },
        { key: { userId: 1, status: 1 }, name: "userId_status" },
        { key: { status: 1, _id: 1 }, name: "status_id" },
        { key: { remindAt: 1 }, name: "remindAt", sparse: true },
        { key: { "guest.accountId": 1 }, name: "guest_accountId", sparse: true },
      ]);
      await db.collection("webhook_inbox").createIndexes([
        { key: { dueAt: 1 }, name: "dueAt", sparse: true },
        { key: { finishedAt: 1 }, name: "finishedAt", sparse: true },
        { key: { order: 1 }, name: "order" },
        { key: { outcome: 1, order: 1 }, name: "outcome_order" },
      ]);
      await db
        .collection("trial_cards")
        .createIndexes([{ key: { userId: 1 }, name: "userId", sparse: true }]);
    },
  },
  mailOutboxMigration("0002-mail-outbox"),
  {
    name: "0003-churned",
    up: async (db) => {
      await db
        .collection("subscriptions")
        .createIndexes([{ key: { churnedAt: 1 }, name: "churnedAt", sparse: true }]);
    },
  },
  {
    name: "0004-sessions-without-unique-index",
    up: async (db) => {
      // Stripe's ids are unique, and a sharded collection cannot have another unique index.
      const checkouts = db.collection("checkouts");
      if (await checkouts.indexExists("sessionId")) await checkouts.dropIndex("sessionId");
      await checkouts.createIndex({ sessionId: 1 }, { name: "sessionId", sparse: true });
    },
  },
  {
    name: "0005-excluded-addresses",
    up: async (db) => {
      await db
        .collection("excluded_addresses")
        .createIndexes([{ key: { until: 1 }, name: "until" }]);
    },
  },
];
