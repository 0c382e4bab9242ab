import { AppError } from "@orbline/kit/errors";
import { type Connection, trusted } from "mongoose";
import type { HistoryTotals, Predictions } from "../use-cases/ports.ts";
import {
  type PredictionDocument,
  predictionModel,
  toDocument,
  toRecord,
} from "./prediction-schema.ts";

const toCursor = ({ createdAt, _id }: PredictionDocument) =>
  Buffer.from(`${createdAt.getTime()}:${_id}`).toString("base64url");

const fromCursor = (cursor: string) => {
  const [time = "", id] = Buffer.from(cursor, "base64url").toString("utf8").split(":");
  const createdAt = new Date(Number(time));
  if (!id || time === "" || Number.isNaN(createdAt.getTime()))
    throw new AppError("invalid", "cursor.invalid", "The cursor is not one that we gave out.");
  return { createdAt, id };
};

const afterCursor = (cursor: string) => {
  const { createdAt, id } = fromCursor(cursor);
  return {
    $or: [{ createdAt: trusted({ $lt: createdAt }) }, { createdAt, _id: trusted({ $lt: id }) }],
  };
};

const noTotals: HistoryTotals = { settled: 0, won: 0, lost: 0, staked: 0, returned: 0, profit: 0 };

const cents = (sum: number) => Math.round(sum * 100) / 100;

const countIf = (outcome: string) => ({
  $sum: { $cond: [{ $eq: ["$outcome", outcome] }, 1, 0] },
});

/** Predictions in MongoDB, newest first by keyset pages. */
export const mongoPredictions = ({ connection }: { connection: Connection }): Predictions => {
  const model = predictionModel(connection);
  return {
    add: async (prediction) => {
      await model.collection.insertOne(toDocument(prediction) as never);
    },
    findDue: async (before, limit) => {
      const due = await model
        .find({ dueAt: trusted({ $lte: before }) })
        .sort({ dueAt: 1 })
        .limit(limit)
        .lean<PredictionDocument[]>();
      return due.map(toRecord);
    },
    settle: async (id, { legOutcomes, settlement, settledAt }) => {
      const { modifiedCount } = await model.updateOne(
        { _id: id, outcome: "open" },
        settlement
          ? { $set: { legOutcomes, ...settlement, settledAt }, $unset: { dueAt: 1 } }
          : { $set: { legOutcomes } },
      );
      return modifiedCount > 0;
    },
    postpone: async (id, until) => {
      await model.updateOne({ _id: id, outcome: "open" }, { $set: { dueAt: until } });
    },
    list: async ({ userId, limit, cursor, sport, outcome }) => {
      const found = await model
        .find({
          userId,
          ...(sport && { sport }),
          ...(outcome && { outcome }),
          ...(cursor !== undefined && afterCursor(cursor)),
        })
        .sort({ createdAt: -1, _id: -1 })
        .limit(limit + 1)
        .lean<PredictionDocument[]>();
      const page = found.slice(0, limit);
      const last = page.at(-1);
      const nextCursor = found.length > limit && last ? toCursor(last) : undefined;
      return { predictions: page.map(toRecord), nextCursor };
    },
    totals: async (userId) => {
      const [sum] = await model.aggregate<HistoryTotals>([
        { $match: { userId, outcome: { $ne: "open" } } },
        {
          $group: {
            _id: null,
            settled: { $sum: 1 },
            won: countIf("won"),
            lost: countIf("lost"),
            staked: { $sum: "$stake" },
            returned: { $sum: "$returned" },
            profit: { $sum: "$profit" },
          },
        },
        { $project: { _id: 0 } },
      ]);
      if (!sum) return noTotals;
      const { staked, returned, profit } = sum;
      return { ...sum, staked: cents(staked), returned: cents(returned), profit: cents(profit) };
    },
  };
};
