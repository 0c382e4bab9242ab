import { toPage } from "@orbline/kit/http/cursor";
import { AppError } from "@orbline/kit/errors";
import { mostRecordedBets } from "@orbline/proto/constants/predictions";
import type { Connection } from "mongoose";
import type { Outcome } from "../domain/bet.ts";
import type { HeldPick } from "../domain/held-picks.ts";
import type { BetTotals } from "../domain/counts/betting-profile.ts";
import { toCents } from "../domain/math.ts";
import { cellKey, cellOf } from "../domain/counts/performance.ts";
import type { Prediction, PredictionSummary } from "../domain/prediction.ts";
import type { RecordedPrediction } from "../domain/settle.ts";
import type { OpenPredictions, Predictions } from "../use-cases/ports.ts";
import { grouped, groupedInserts } from "./grouped-commands.ts";
import { type NewPredictions, newPredictions } from "./proof/leaves.ts";
import {
  afterCursor,
  analysisCollection,
  type AnalysisDocument,
  newestFirst,
  placeOf,
  predictionCollection,
  type PredictionDocument,
  toAnalysis,
  toDocument,
  toPrediction,
  toSummaries,
} from "./prediction-document.ts";

/** @param added takes each prediction that is stored, for the record log of this process */
export function mongoPredictions(
  connection: Connection,
  added: NewPredictions = newPredictions(),
): Predictions {
  const predictions = predictionCollection(connection);
  const analyses = analysisCollection(connection);
  const unordered = { ordered: false } as const;
  const storeAnalysis = storeOnce(
    groupedInserts<AnalysisDocument>((documents) => analyses.insertMany(documents, unordered)),
  );
  const insert = groupedInserts<PredictionDocument>((documents) =>
    predictions.insertMany(documents, unordered),
  );
  const withItsAnalysis = async (found: PredictionDocument | null) =>
    found
      ? toPrediction(found, await analyses.findOne({ _id: found.analysisId ?? "" }))
      : undefined;
  const find: Predictions["find"] = async (userId, id) =>
    withItsAnalysis(await predictions.findOne({ _id: id, userId }));
  const listOpen = grouped<OpenQuery, HeldPick[]>(async (queries) => {
    const fields = { userId: 1, createdAt: 1, riskLevel: 1, probability: 1 } as const;
    const projection = { ...fields, "legs.gameId": 1, "legs.wager": 1 } as const;
    const wanted = queries.map(({ userId, since, except }) => ({
      userId,
      outcome: "open" as const,
      createdAt: { $gte: since },
      _id: { $nin: [...except] },
    }));
    const found = await predictions.find({ $or: wanted }, { projection }).toArray();
    const byUser = Map.groupBy(found, ({ userId }) => userId);
    return queries.map(({ userId }) =>
      (byUser.get(userId) ?? []).map(({ _id: id, ...pick }) => ({ ...pick, id })),
    );
  });
  const readTotals = async (matching: object) => {
    const sums = await predictions
      .aggregate<OutcomeSums>([
        { $match: matching },
        {
          $group: {
            _id: "$outcome",
            count: { $sum: 1 },
            staked: { $sum: "$stake" },
            returned: { $sum: "$returned" },
            profit: { $sum: "$profit" },
          },
        },
      ])
      .toArray();
    return sumOutcomes(sums);
  };
  return {
    find,
    add: async (prediction) => {
      const analysisId = await storeAnalysis(prediction);
      const { id, userId } = prediction;
      if (await insert(toDocument(prediction, analysisId))) {
        added.set(id, prediction);
        return prediction;
      }
      const stored = await find(userId, id);
      if (!stored) throw new AppError("internal", "prediction.id_taken", `the id ${id} is taken`);
      return stored;
    },
    findExisting: async ({ snapshotId, since, ...request }) =>
      withItsAnalysis(
        await predictions.findOne(
          { ...request, createdAt: { $gte: since }, "slate.snapshotId": snapshotId },
          { sort: newestFirst },
        ),
      ),
    findDue: async (before, limit) => {
      const due = { dueAt: { $lte: before } };
      const found = await predictions.find(due, { sort: { dueAt: 1 }, limit }).toArray();
      return toSummaries(found);
    },
    settle: async (prediction, outcome) => {
      const unchanged = {
        _id: prediction.id,
        outcome: prediction.outcome,
        dueAt: { $exists: true },
      };
      const { update, isSettling } = settleUpdate(prediction, outcome);
      const { modifiedCount } = await predictions.updateOne(unchanged, update);
      return isSettling && modifiedCount > 0;
    },
    setAside: async (id) => {
      await predictions.updateOne({ _id: id }, { $unset: { dueAt: 1 } });
    },
    postpone: async (id, until) => {
      const stillDue = { _id: id, dueAt: { $exists: true } };
      await predictions.updateOne(stillDue, { $set: { dueAt: until } });
    },
    list: async ({ limit, cursor, ...filter }) => {
      // The type hides undefined fields, which the driver leaves out.
      const matching: object = { ...filter, ...afterCursor(cursor) };
      const page = { sort: newestFirst, limit: limit + 1 };
      const found = await predictions.find(matching, page).toArray();
      const { rows, nextCursor } = toPage(found, limit, placeOf);
      return { predictions: toSummaries(rows).readable, nextCursor };
    },
    findNeighbors: async ({ id, userId, createdAt }) => {
      const idOf = async (place: object, sort: Record<string, 1 | -1>) =>
        (await predictions.findOne({ userId, ...place }, { sort, projection: { _id: 1 } }))?._id;
      const newer = { $or: [{ createdAt: { $gt: createdAt } }, { createdAt, _id: { $gt: id } }] };
      const older = { $or: [{ createdAt: { $lt: createdAt } }, { createdAt, _id: { $lt: id } }] };
      const [newerId, olderId] = await Promise.all([
        idOf(newer, { createdAt: 1, _id: 1 }),
        idOf(older, newestFirst),
      ]);
      return { newerId, olderId };
    },
    totals: readTotals,
    recordBet: async (userId, id, bet) => {
      const { matchedCount } = await predictions.updateOne(
        { _id: id, userId },
        { $set: { bet, betBy: userId } },
      );
      return matchedCount > 0;
    },
    removeBet: async (userId, id) => {
      const own = { _id: id, userId };
      const { matchedCount } = await predictions.updateOne(own, { $unset: { bet: 1, betBy: 1 } });
      return matchedCount > 0;
    },
    listBets: async (userId, settledSince) => {
      const recorded = {
        betBy: userId,
        ...(settledSince && { settledAt: { $gte: settledSince } }),
      };
      const bets: RecordedPrediction[] = [];
      // Small batches, between which the process serves other requests.
      const found = predictions.find(recorded, { limit: mostRecordedBets, batchSize: 50 });
      for await (const document of found)
        for (const { bet, ...prediction } of toSummaries([document]).readable)
          if (bet) bets.push({ ...prediction, bet });
      return bets.toSorted((a, b) => b.bet.recordedAt.getTime() - a.bet.recordedAt.getTime());
    },
    countBets: (userId) => predictions.countDocuments({ betBy: userId }),
    listOpen: (userId, since, except) => listOpen({ userId, since, except }),
    listSettled: async (userId, limit) => {
      const settled = { userId, settledAt: { $gt: new Date(0) } };
      const found = await predictions.find(settled, { sort: { settledAt: -1 }, limit }).toArray();
      return toSummaries(found).readable;
    },
    listProfits: async (filter, limit) => {
      const settled: object = { ...filter, settledAt: { $gt: new Date(0) } };
      const projection = { settledAt: 1, profit: 1 } as const;
      const options = { projection, sort: { settledAt: -1 }, limit } as const;
      const found = await predictions.find(settled, options).toArray();
      return found.map(({ settledAt = new Date(0), profit }) => ({ settledAt, profit }));
    },
    findLastSettled: async () => {
      const settled = { settledAt: { $gt: new Date(0) } };
      const found = await predictions
        .find(settled, { sort: { settledAt: -1 }, limit: 1 })
        .toArray();
      return toSummaries(found).readable[0];
    },
    findToNotify: async (now, limit) => {
      const marked = { toEmail: { $gt: "" }, emailAt: { $not: { $gt: now } } };
      const projection = { toEmail: 1, emailAt: 1 } as const;
      const found = await predictions.find(marked, { projection, limit }).toArray();
      return found.map(({ _id: id, toEmail: userId = "", emailAt }) => ({
        id,
        userId,
        isDelayed: emailAt !== undefined,
      }));
    },
    delayMessages: async (id, until) => {
      const marked = { _id: id, toEmail: { $gt: "" } };
      await predictions.updateOne(marked, { $set: { emailAt: until } });
    },
    messagesQueued: async (id) => {
      await predictions.updateOne({ _id: id }, { $unset: { toEmail: 1, emailAt: 1 } });
    },
    totalsBetween: (userId, from, to) => readTotals({ userId, settledAt: { $gte: from, $lt: to } }),
    markRead: async (userId, ids) => {
      await predictions.updateMany({ _id: { $in: [...ids] }, userId }, { $unset: { isUnread: 1 } });
    },
    countOpen: async (userId) => {
      const rows = await predictions
        .aggregate<OpenSums>([
          { $match: { userId, outcome: "open" } },
          {
            $group: {
              _id: { sport: "$sport", riskLevel: "$riskLevel" },
              open: { $sum: 1 },
              atStake: { $sum: "$stake" },
            },
          },
        ])
        .toArray();
      return rows.map(({ _id, ...sums }) => ({ ..._id, ...sums }));
    },
  };
}

type OpenQuery = { userId: string; since: Date; except: readonly string[] };

/**
 * Stores the analysis of each pick once and gives its id when it is durable. Predictions of one pick share the list of
 * legs, and with it everything that their analysis says. Another process or a rewritten pick stores one of its own.
 */
function storeOnce(insert: (analysis: AnalysisDocument) => Promise<unknown>) {
  const stored = new WeakMap<Prediction["legs"], Promise<string>>();
  return (prediction: Prediction): Promise<string> => {
    const { legs } = prediction;
    const known = stored.get(legs);
    if (known) return known;
    const analysis = toAnalysis(prediction);
    const storing = insert(analysis).then(() => analysis._id);
    stored.set(legs, storing);
    storing.catch(() => stored.delete(legs));
    return storing;
  };
}

type OutcomeSums = Pick<BetTotals, "staked" | "returned" | "profit"> & {
  _id: Outcome;
  count: number;
};

type OpenSums = Pick<OpenPredictions, "open" | "atStake"> & {
  _id: Pick<OpenPredictions, "sport" | "riskLevel">;
};

function sumOutcomes(sums: readonly OutcomeSums[]): BetTotals {
  const settled = sums.filter(({ _id: outcome }) => outcome !== "open");
  const countOf = (wanted: Outcome) => sums.find(({ _id }) => _id === wanted)?.count ?? 0;
  const addUp = (field: "count" | "staked" | "returned" | "profit") =>
    toCents(settled.reduce((sum, row) => sum + row[field], 0));
  return {
    settled: addUp("count"),
    won: countOf("won"),
    lost: countOf("lost"),
    staked: addUp("staked"),
    returned: addUp("returned"),
    profit: addUp("profit"),
  };
}

/**
 * One update settles a prediction and marks it for the profile. When no leg is open it leaves the sweep, and a settled
 * one is marked for the performance, which compares all legs with their closing prices.
 */
function settleUpdate(
  prediction: PredictionSummary,
  { settlement, settledAt, isNotified, ...outcomes }: Parameters<Predictions["settle"]>[1],
) {
  const isSettling = prediction.outcome === "open" && settlement !== undefined;
  const $set = {
    ...outcomes,
    ...(isSettling && {
      ...settlement,
      settledAt,
      toProfile: prediction.userId,
      isUnread: true as const,
      ...(isNotified && { toEmail: prediction.userId }),
    }),
  };
  if (outcomes.legOutcomes.includes("open")) return { update: { $set }, isSettling };
  const toPerformance = cellKey(cellOf(prediction));
  return {
    update: { $set: { ...$set, toPerformance }, $unset: { dueAt: 1 as const } },
    isSettling,
  };
}
