import type { Migration } from "@orbline/kit/mongo/migrations";

/** Indexes behind every query of the live slate; snapshots and turns are read by their ids. */
export const liveMigrations: Migration[] = [
  {
    name: "0003-live-slate",
    up: async (db) => {
      await db.collection("live_games").createIndexes([
        { key: { eventId: 1 }, name: "eventId" },
        { key: { awaits: 1 }, name: "awaits", sparse: true },
        { key: { finishedAt: 1 }, name: "finishedAt", sparse: true },
      ]);
    },
  },
];
