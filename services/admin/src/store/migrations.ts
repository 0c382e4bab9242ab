import type { Migration } from "@orbline/kit/migrations";

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
      await db
        .collection("audit_log")
        .createIndexes([{ key: { userId: 1, at: -1 }, name: "userId_at" }]);
    },
  },
];
