import type { Migration } from "@orbline/kit/mongo/migrations";

/** Indexes behind every query of a request in admin. */
export const migrations: Migration[] = [
  {
    name: "0001-indexes",
    up: async (db) => {
      await db.collection("user_views").createIndexes([
        { key: { usernameKey: 1 }, name: "usernameKey", sparse: true },
        { key: { emailKey: 1 }, name: "emailKey", sparse: true },
        { key: { status: 1, usernameKey: 1 }, name: "status_usernameKey" },
      ]);
    },
  },
  {
    name: "0002-audit-chain",
    up: async (db) => {
      await db.collection("audit_entries").createIndexes([
        { key: { kind: 1, _id: -1 }, name: "kind" },
        { key: { action: 1, _id: -1 }, name: "action", sparse: true },
        { key: { actorId: 1, _id: -1 }, name: "actorId", sparse: true },
        { key: { "target.id": 1, _id: -1 }, name: "target", sparse: true },
        { key: { begun: 1 }, name: "begun", sparse: true },
      ]);
    },
  },
  {
    name: "0003-dead-letters",
    up: async (db) => {
      await db.collection("dead_letters").createIndexes([
        { key: { order: -1 }, name: "order" },
        { key: { topic: 1, order: -1 }, name: "topic_order" },
        { key: { state: 1, order: -1 }, name: "state_order" },
        { key: { state: 1, topic: 1, order: -1 }, name: "state_topic_order" },
        { key: { replayingAt: 1 }, name: "replayingAt", sparse: true },
      ]);
    },
  },
  {
    name: "0004-search-by-status-and-address",
    up: async (db) => {
      await db
        .collection("user_views")
        .createIndexes([{ key: { status: 1, emailKey: 1 }, name: "status_emailKey" }]);
    },
  },
  {
    name: "0005-letters-by-key",
    up: async (db) => {
      await db.collection("dead_letters").createIndexes([{ key: { key: 1 }, name: "key" }]);
    },
  },
];
