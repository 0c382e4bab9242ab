import type { Migration } from "@orbline/kit/mongo/migrations";
import { liveMigrations } from "./live-migrations.ts";
import { recordMigrations } from "./record-migrations.ts";

/** Indexes behind every query of a request or a sweep in prediction. */
export const migrations: Migration[] = [
  {
    name: "0001-indexes",
    up: async (db) => {
      await db.collection("predictions").createIndexes([
        { key: { userId: 1, createdAt: -1, _id: -1 }, name: "userId_createdAt" },
        { key: { dueAt: 1 }, name: "dueAt", sparse: true },
      ]);
    },
  },
  ...recordMigrations,
  ...liveMigrations,
];
