import type { Migration } from "@orbline/kit/mongo/migrations";

/** Creates the index of every query. */
export const migrations: Migration[] = [
  {
    name: "0001-initial",
    up: async (db) => {
      await db.collection("user_views").createIndexes([
        { key: { usernameKey: 1 }, name: "usernameKey", sparse: true },
        { key: { emailKey: 1 }, name: "emailKey", sparse: true },
        { key: { "subscription.status": 1, usernameKey: 1 }, name: "subscription_usernameKey" },
        { key: { "subscription.status": 1, emailKey: 1 }, name: "subscription_emailKey" },
      ]);
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
    name: "0002-dead-letters",
    up: async (db) => {
      await db.collection("dead_letters").createIndexes([
        { key: { group: 1, topic: 1, isWaiting: 1, failedAtMs: 1 }, name: "waiting" },
        { key: { failedAtMs: 1 }, name: "failedAtMs" },
      ]);
    },
  },
];
