import type { Migration } from "@orbline/kit/mongo/migrations";
import type { mongo } from "mongoose";
import { cellKey, cellOf } from "../domain/performance.ts";
import { type PredictionDocument, toRecord } from "./prediction-schema.ts";

/** Settled before there was a record; whoever is marked here has `favouriteOutcomes` and is not marked again. */
const uncounted = {
  outcome: { $in: ["won", "lost", "push", "void"] },
  favouriteOutcomes: { $exists: false },
} as const;

const markSettled = async (db: mongo.Db): Promise<void> => {
  const predictions = db.collection<PredictionDocument>("predictions");
  for await (const found of predictions.find(uncounted)) {
    const marks = {
      favouriteOutcomes: [],
      closing: [],
      toProfile: found.userId,
      toPerformance: cellKey(cellOf(toRecord(found))),
    };
    await predictions.updateOne({ ...uncounted, _id: found._id }, { $set: marks });
  }
};

/** Indexes behind the record, and what was settled before it was kept. */
export const recordMigrations: Migration[] = [
  {
    name: "0002-record",
    up: async (db) => {
      await db.collection("predictions").createIndexes([
        {
          key: { userId: 1, outcome: 1, createdAt: -1, _id: -1 },
          name: "userId_outcome_createdAt",
        },
        { key: { toProfile: 1 }, name: "toProfile", sparse: true },
        { key: { toPerformance: 1 }, name: "toPerformance", sparse: true },
      ]);
    },
  },
  { name: "0002-record-of-the-past", up: markSettled },
  {
    name: "0004-filters",
    up: async (db) => {
      await db.collection("predictions").createIndexes([
        { key: { userId: 1, sport: 1, createdAt: -1, _id: -1 }, name: "userId_sport_createdAt" },
        {
          key: { userId: 1, riskLevel: 1, createdAt: -1, _id: -1 },
          name: "userId_riskLevel_createdAt",
        },
      ]);
    },
  },
  {
    name: "0006-presses",
    up: async (db) => {
      await db
        .collection("predictions")
        .createIndex({ "press.spans": 1 }, { name: "press", unique: true, sparse: true });
    },
  },
];
