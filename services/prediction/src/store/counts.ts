import { AppError } from "@orbline/kit/errors";
import { insertOnce } from "@orbline/kit/mongo/connection";
import type { Connection } from "mongoose";
import { addToProfile, noProfile } from "../domain/counts/betting-profile.ts";
import {
  addPrediction,
  cellOf,
  noPerformance,
  type Performance,
  type PerformanceCell,
} from "../domain/counts/performance.ts";
import type { PredictionSummary } from "../domain/prediction.ts";
import type { BettingProfiles, Performances, SettlementMonitor } from "../use-cases/ports.ts";
import { predictionCollection, toSummaries } from "./prediction-document.ts";

export function mongoBettingProfiles(
  connection: Connection,
  monitor: SettlementMonitor,
): BettingProfiles {
  const profiles = countOnce(connection, monitor, {
    collection: "user_betting_profiles",
    mark: "toProfile",
    empty: () => noProfile,
    add: addToProfile,
  });
  return {
    find: async (userId) => (await profiles.read(userId)) ?? noProfile,
    countSettled: profiles.countAll,
  };
}

export function mongoPerformances(
  connection: Connection,
  monitor: SettlementMonitor,
): Performances {
  const cells = countOnce<PerformanceCell & Performance>(connection, monitor, {
    collection: "ml_model_performance",
    mark: "toPerformance",
    empty: (first) => ({ ...cellOf(first), ...noPerformance }),
    add: (cell, prediction) => ({ ...cell, ...addPrediction(cell, prediction) }),
  });
  return { all: cells.all, countSettled: cells.countAll };
}

type Count<State> = {
  collection: string;
  /** The field of a prediction that names the count it must be added to. */
  mark: "toProfile" | "toPerformance";
  empty: (first: PredictionSummary) => State;
  add: (state: State, prediction: PredictionSummary) => State;
};

/** `latest` are the ids that the last write added. */
type CountDocument<State> = { _id: string; version: number; latest: string[] } & State;

const batchSize = 200;
const maxAttempts = 8;

/**
 * Adds every marked prediction to the count that its mark names, exactly once. A write is guarded by the version
 * and stores the ids it added. The next write first removes the marks of these ids and only then reads what is
 * still marked, so a crash or a second process cannot add a prediction twice.
 */
function countOnce<State extends object>(
  connection: Connection,
  monitor: SettlementMonitor,
  { collection, mark, empty, add }: Count<State>,
) {
  const predictions = predictionCollection(connection);
  const counts = connection.collection(collection);

  async function countFor(key: string): Promise<number> {
    for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
      const before = await read(key);
      await removeMarks(before?.latest ?? []);
      const marked = await predictions.find({ [mark]: key }, { limit: batchSize }).toArray();
      const { readable: settled, unreadable } = toSummaries(marked);
      unreadable.forEach(monitor.reportUnreadable);
      await removeMarks(unreadable.map(({ id }) => id));
      const [first] = settled;
      if (!first) return 0;
      const state = settled.reduce<State>(add, before ?? empty(first));
      const latest = settled.map(({ id }) => id);
      const next = { ...state, _id: key, version: (before?.version ?? 0) + 1, latest };
      if (await write(before, next)) {
        await removeMarks(latest);
        return latest.length;
      }
    }
    throw new AppError("conflict", "count.contended", `${collection} ${key} is written by others.`);
  }

  /** False when another writer was faster. */
  async function write(before: CountDocument<State> | null, next: CountDocument<State>) {
    if (before) {
      const guard = { _id: next._id as never, version: before.version };
      return (await counts.replaceOne(guard, next)).modifiedCount > 0;
    }
    return insertOnce(counts.insertOne(next as never));
  }

  async function removeMarks(ids: string[]) {
    if (ids.length > 0)
      await predictions.updateMany({ _id: { $in: ids } }, { $unset: { [mark]: 1 } as never });
  }

  function read(key: string) {
    return counts.findOne({ _id: key as never }) as Promise<CountDocument<State> | null>;
  }

  return {
    read,
    all: () =>
      counts.find().sort({ _id: 1 }).toArray() as unknown as Promise<CountDocument<State>[]>,
    /** Counts until nothing is marked; returns the number of predictions that this call added. */
    countAll: async (): Promise<number> => {
      for (let counted = 0; ;) {
        const next = await predictions.findOne(
          { [mark]: { $gte: "" } },
          { projection: { [mark]: 1 }, sort: { [mark]: 1 } },
        );
        const key = next?.[mark];
        if (key === undefined) return counted;
        counted += await countFor(key);
      }
    },
  };
}
