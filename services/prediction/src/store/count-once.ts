import { AppError } from "@orbline/kit/errors";
import { isDuplicateKey } from "@orbline/kit/mongo/connection";
import { type Connection, trusted } from "mongoose";
import type { PredictionRecord } from "../domain/prediction.ts";
import { type PredictionDocument, predictionModel, toRecord } from "./prediction-schema.ts";
import { withoutAnalysis } from "./stored-pick.ts";

/** A count over settled predictions; `latest` are those that its last write added. */
export type CountDocument<State> = { _id: string; version: number; latest: string[] } & State;

/** As many predictions as one write adds at most. */
const batchSize = 200;
const attempts = 8;

/**
 * Adds every marked prediction to the document that its mark names, exactly once. A write is guarded by the
 * version and names what it added; before the next one these lose their marks, and what is to be added is read
 * after that. So nobody can add a prediction twice, wherever a process is killed or held up, and no list of
 * all that was counted is needed.
 */
export const countOnce = <State extends object>({
  connection,
  collection,
  mark,
  empty,
  add,
}: {
  connection: Connection;
  collection: string;
  mark: "toProfile" | "toPerformance";
  /** The count before the first prediction. */
  empty: (first: PredictionRecord) => State;
  add: (state: State, record: PredictionRecord) => State;
}) => {
  const predictions = predictionModel(connection);
  const counts = connection.collection(collection);

  const unmark = async (ids: readonly string[]) => {
    if (ids.length > 0)
      await predictions.updateMany({ _id: trusted({ $in: ids }) }, { $unset: { [mark]: 1 } });
  };
  const markedFor = async (key: string): Promise<PredictionDocument[]> =>
    predictions
      .find({ [mark]: key })
      .select(withoutAnalysis)
      .limit(batchSize)
      .lean<PredictionDocument[]>();
  const read = (key: string) =>
    counts.findOne({ _id: key as never }) as Promise<CountDocument<State> | null>;

  /** Writes over the version that was read; false when another writer was faster. */
  const write = async (
    before: CountDocument<State> | null,
    next: CountDocument<State>,
  ): Promise<boolean> => {
    if (before) {
      const guard = { _id: next._id as never, version: before.version };
      return (await counts.replaceOne(guard, next)).modifiedCount > 0;
    }
    try {
      await counts.insertOne(next as never);
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  };

  const countFor = async (key: string): Promise<number> => {
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const before = await read(key);
      await unmark(before?.latest ?? []);
      const marked = await markedFor(key);
      const records = marked.map(toRecord);
      const [first] = records;
      if (!first) return 0;
      const state = records.reduce<State>(add, before ?? empty(first));
      const latest = records.map(({ id }) => id);
      const next = { ...state, _id: key, version: (before?.version ?? 0) + 1, latest };
      if (await write(before, next)) {
        await unmark(latest);
        return latest.length;
      }
    }
    throw new AppError("conflict", "count.contended", `${collection} ${key} is written by others.`);
  };

  return {
    read,
    all: () =>
      counts.find().sort({ _id: 1 }).toArray() as unknown as Promise<CountDocument<State>[]>,
    /** Counts until nothing is marked; answers how many predictions it added itself. */
    countAll: async (): Promise<number> => {
      for (let counted = 0; ;) {
        const [next] = await predictions
          .find({ [mark]: trusted({ $gte: "" }) })
          .select({ [mark]: 1 })
          .sort({ [mark]: 1 })
          .limit(1)
          .lean<PredictionDocument[]>();
        const key = next?.[mark];
        if (key === undefined) return counted;
        counted += await countFor(key);
      }
    },
  };
};
