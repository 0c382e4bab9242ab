import { toPage } from "@orbline/kit/http/cursor";
import { isDuplicateKey } from "@orbline/kit/mongo/connection";
import type { Connection } from "mongoose";
import { cellKey, cellOf } from "../domain/performance.ts";
import type { PredictionSummary } from "../domain/prediction.ts";
import type { SettledOutcome } from "../domain/settle.ts";
import type { OpenPredictions, Predictions } from "../use-cases/ports.ts";
import {
  afterCursor,
  newestFirst,
  placeOf,
  predictionCollection,
  toPrediction,
  toSummaries,
  withoutAnalysis,
} from "./prediction-document.ts";

export function mongoPredictions(connection: Connection): Predictions {
  const predictions = predictionCollection(connection);
  const find: Predictions["find"] = async (userId, id) => {
    const found = await predictions.findOne({ _id: id, userId });
    return found ? toPrediction(found) : undefined;
  };
  return {
    find,
    add: async (prediction) => {
      const { id, ...fields } = prediction;
      const dueAt = new Date(Math.max(...fields.legs.map(({ endsAt }) => endsAt.getTime())));
      try {
        await predictions.insertOne({ ...fields, _id: id, dueAt }, { ignoreUndefined: true });
        return prediction;
      } catch (error) {
        const stored = isDuplicateKey(error) ? await find(prediction.userId, id) : undefined;
        if (!stored) throw error;
        return stored;
      }
    },
    findExisting: async ({ snapshotId, since, ...request }) => {
      const found = await predictions.findOne(
        { ...request, createdAt: { $gte: since }, "slate.snapshotId": snapshotId },
        { sort: newestFirst },
      );
      return found ? toPrediction(found) : undefined;
    },
    findDue: async (before, limit) => {
      const due = { dueAt: { $lte: before } };
      const options = { projection: withoutAnalysis, sort: { dueAt: 1 }, limit } as const;
      return toSummaries(await predictions.find(due, options).toArray());
    },
    settle: async (prediction, outcome) => {
      const open = { _id: prediction.id, outcome: "open" } as const;
      const { modifiedCount } = await predictions.updateOne(
        open,
        settleUpdate(prediction, outcome),
      );
      return modifiedCount > 0;
    },
    settleLegs: async (id, legOutcomes) => {
      await predictions.updateOne(
        { _id: id, dueAt: { $exists: true } },
        { $set: { legOutcomes }, ...(!legOutcomes.includes("open") && { $unset: { dueAt: 1 } }) },
      );
    },
    setAside: async (id) => {
      await predictions.updateOne({ _id: id }, { $unset: { dueAt: 1 } });
    },
    postpone: async (id, until) => {
      const stillDue = { _id: id, dueAt: { $exists: true } };
      await predictions.updateOne(stillDue, { $set: { dueAt: until } });
    },
    list: async ({ limit, cursor, ...filter }) => {
      const matching = withoutUndefined({ ...filter, ...afterCursor(cursor) });
      const options = { projection: withoutAnalysis, sort: newestFirst, limit: limit + 1 };
      const found = await predictions.find(matching, options).toArray();
      const { rows, nextCursor } = toPage(found, limit, placeOf);
      return { predictions: toSummaries(rows).readable, nextCursor };
    },
    countOpen: async (userId) => {
      const rows = await predictions
        .aggregate<{ _id: Omit<OpenPredictions, "open">; open: number }>([
          { $match: { userId, outcome: "open" } },
          { $group: { _id: { sport: "$sport", riskLevel: "$riskLevel" }, open: { $sum: 1 } } },
        ])
        .toArray();
      return rows.map(({ _id, open }) => ({ ..._id, open }));
    },
  };
}

/** One update settles a prediction, marks it for the counts, and takes it out of the sweep once no leg is open. */
function settleUpdate(
  prediction: PredictionSummary,
  {
    settlement,
    settledAt,
    ...outcomes
  }: SettledOutcome & { closingProbabilities: (number | null)[]; settledAt: Date },
) {
  const { legOutcomes, favoriteOutcomes } = outcomes;
  if (!settlement) return { $set: { legOutcomes, favoriteOutcomes } };
  const lateLegs = legOutcomes.flatMap((outcome, index) => (outcome === "open" ? [index] : []));
  const marks = { toProfile: prediction.userId, toPerformance: cellKey(cellOf(prediction)) };
  const $set = { ...outcomes, ...settlement, settledAt, ...marks };
  return lateLegs.length > 0
    ? { $set: { ...$set, lateLegs } }
    : { $set, $unset: { dueAt: 1 as const } };
}

const withoutUndefined = (filter: object): object =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
