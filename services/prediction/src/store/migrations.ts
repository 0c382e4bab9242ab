import type { Migration } from "@orbline/kit/mongo/migrations";

/** Indexes behind every query of a request or a sweep. */
export const migrations: Migration[] = [
  {
    name: "0001-initial",
    up: async (db) => {
      const newestFirst = { createdAt: -1, _id: -1 } as const;
      await db.collection("predictions").createIndexes([
        { key: { userId: 1, ...newestFirst }, name: "userId_createdAt" },
        { key: { userId: 1, outcome: 1, ...newestFirst }, name: "userId_outcome_createdAt" },
        { key: { userId: 1, sport: 1, ...newestFirst }, name: "userId_sport_createdAt" },
        { key: { userId: 1, riskLevel: 1, ...newestFirst }, name: "userId_riskLevel_createdAt" },
        { key: { dueAt: 1 }, name: "dueAt", sparse: true },
        { key: { toProfile: 1 }, name: "toProfile", sparse: true },
        { key: { toPerformance: 1 }, name: "toPerformance", sparse: true },
      ]);
      await db.collection("live_games").createIndexes([
        { key: { eventId: 1 }, name: "eventId" },
        { key: { awaits: 1 }, name: "awaits", sparse: true },
        { key: { finishedAt: 1 }, name: "finishedAt", sparse: true },
      ]);
    },
  },
  {
    name: "0002-game-identity",
    up: async (db) => {
      await db.collection("live_games").createIndexes([
        { key: { otherEventIds: 1 }, name: "otherEventIds", sparse: true },
        { key: { feed: 1, startsAt: 1 }, name: "feed_startsAt" },
      ]);
    },
  },
  {
    name: "0003-results",
    up: async (db) => {
      await db.collection("results").createIndex({ changedAt: 1 }, { name: "changedAt" });
    },
  },
];
