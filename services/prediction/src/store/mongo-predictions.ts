import { AppError } from "@orbline/kit/errors";
import { type Connection, trusted } from "mongoose";
import type { Outcome } from "../domain/bet.ts";
import { cellKey, cellOf } from "../domain/performance.ts";
import type { PredictionRecord } from "../domain/prediction.ts";
import type { RiskLevel } from "../domain/risk.ts";
import type { Sport } from "../domain/sport.ts";
import type { Predictions } from "../use-cases/ports.ts";
import { readDue } from "./due-predictions.ts";
import { insertTogether } from "./insert-together.ts";
import {
  type PredictionDocument,
  predictionModel,
  toDocument,
  toRecord,
} from "./prediction-schema.ts";
import { withoutAnalysis } from "./stored-pick.ts";

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

const stillDue = trusted({ $exists: true });

/** As for all writes of the connection, which a command does not go by. */
const durable = { w: "majority", j: true } as const;

type SettleOutcome = Parameters<Predictions["settle"]>[1];
type OpenRow = { _id: { sport: Sport; riskLevel: RiskLevel }; open: number };

const lateLegsOf = (legOutcomes: readonly Outcome[]) => {
  const lateLegs = legOutcomes.flatMap((outcome, index) => (outcome === "open" ? [index] : []));
  return lateLegs.length === 0 ? {} : { lateLegs };
};

/** A settled prediction is marked to be counted in the same write. */
const changesOf = (
  record: PredictionRecord,
  { legOutcomes, favouriteOutcomes, closing, settlement, settledAt }: SettleOutcome,
) =>
  settlement
    ? {
        $set: {
          legOutcomes,
          favouriteOutcomes,
          closing,
          ...settlement,
          settledAt,
          ...lateLegsOf(legOutcomes),
          toProfile: record.userId,
          toPerformance: cellKey(cellOf(record)),
        },
        // It leaves the sweep once no leg is open.
        $unset: { press: 1, ...(!legOutcomes.includes("open") && { dueAt: 1 }) },
      }
    : { $set: { legOutcomes, favouriteOutcomes } };

/** Predictions in MongoDB, newest first by keyset pages. */
export const mongoPredictions = ({ connection }: { connection: Connection }): Predictions => {
  const model = predictionModel(connection);
  const insert = insertTogether<PredictionDocument>({
    command: async (documents) => {
      const { db } = connection;
      if (!db) throw new Error("the database is not connected");
      const { collectionName } = model.collection;
      return db.command({
        insert: collectionName,
        documents,
        ordered: false,
        writeConcern: durable,
      });
    },
  });
  return {
    add: (prediction, press) => insert(toDocument(prediction, press)),
    findDue: async (before, limit) => {
      const due = await model
        .find({ dueAt: trusted({ $lte: before }) })
        .select(withoutAnalysis)
        .sort({ dueAt: 1 })
        .limit(limit)
        .lean<PredictionDocument[]>();
      return readDue(due);
    },
    settle: async (record, outcome) => {
      const { modifiedCount } = await model.updateOne(
        { _id: record.id, outcome: "open" },
        changesOf(record, outcome),
      );
      return modifiedCount > 0;
    },
    settleLegs: async (id, legOutcomes) => {
      await model.updateOne(
        { _id: id, dueAt: stillDue },
        legOutcomes.includes("open")
          ? { $set: { legOutcomes } }
          : { $set: { legOutcomes }, $unset: { dueAt: 1 } },
      );
    },
    setAside: async (id) => {
      await model.updateOne({ _id: id }, { $unset: { dueAt: 1 } });
    },
    postpone: async (id, until) => {
      await model.updateOne({ _id: id, dueAt: stillDue }, { $set: { dueAt: until } });
    },
    list: async ({ userId, limit, cursor, sport, riskLevel, outcome }) => {
      const found = await model
        .find({
          userId,
          ...(sport && { sport }),
          ...(riskLevel && { riskLevel }),
          ...(outcome && { outcome }),
          ...(cursor !== undefined && afterCursor(cursor)),
        })
        .select(withoutAnalysis)
        .sort({ createdAt: -1, _id: -1 })
        .limit(limit + 1)
        .lean<PredictionDocument[]>();
      const page = found.slice(0, limit);
      const last = page.at(-1);
      const nextCursor = found.length > limit && last ? toCursor(last) : undefined;
      return { predictions: page.map(toRecord), nextCursor };
    },
    find: async (userId, id) => {
      const found = await model.findOne({ _id: id, userId }).lean<PredictionDocument>();
      return found ? toRecord(found) : undefined;
    },
    findPressed: async (userId, spans) => {
      const found = await model
        .find({ "press.spans": trusted({ $in: [...spans] }), userId })
        .lean<PredictionDocument[]>();
      return found.map((one) => ({ prediction: toRecord(one), pressedAt: one.press?.at ?? 0 }));
    },
    findGiven: async ({ snapshotId, since, ...wish }) => {
      const found = await model
        .findOne({
          ...wish,
          createdAt: trusted({ $gte: since }),
          "slate.snapshotId": snapshotId,
        })
        .sort({ createdAt: -1, _id: -1 })
        .lean<PredictionDocument>();
      return found ? toRecord(found) : undefined;
    },
    openOf: async (userId) => {
      const rows = await model.aggregate<OpenRow>([
        { $match: { userId, outcome: "open" } },
        {
          $group: {
            _id: { sport: "$sport", riskLevel: "$riskLevel" },
            open: { $sum: 1 },
          },
        },
      ]);
      return rows.map(({ _id, open }) => ({ ..._id, open }));
    },
  };
};
