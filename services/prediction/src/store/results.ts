import type { Connection } from "mongoose";
import { isDeepStrictEqual } from "node:util";
import type {
  RatingsStatus,
  ResultsProgress,
  StoredResult,
} from "../domain/live-games/rated-result.ts";
import type { Results } from "../use-cases/ports-live.ts";

type ResultDocument = Omit<StoredResult, "id"> & { _id: string; changedAt: Date };
type ProgressDocument = Omit<ResultsProgress, "id"> & { _id: string };
type StatusDocument = RatingsStatus & { _id: string };

/** Games compared and written at once. */
const batch = 500;

/** Results in MongoDB, one document per game and source; a repeated response writes nothing. */
export function mongoResults(connection: Connection): Results {
  const results = connection.collection<ResultDocument>("results");
  const progresses = connection.collection<ProgressDocument>("results_progress");
  const statuses = connection.collection<StatusDocument>("ratings_status");

  async function recordBatch(games: readonly StoredResult[], now: Date): Promise<number> {
    const ids = games.map(({ id }) => id);
    const found = await results.find({ _id: { $in: ids } }).toArray();
    const known = new Map(found.map((document) => [document._id, toResult(document)]));
    const changed = games.filter((game) => !isDeepStrictEqual(known.get(game.id), stored(game)));
    if (changed.length === 0) return 0;
    await results.bulkWrite(
      changed.map(({ id, ...game }) => ({
        replaceOne: { filter: { _id: id }, replacement: { ...game, changedAt: now }, upsert: true },
      })),
      { ordered: false },
    );
    return changed.length;
  }

  return {
    record: async (games, now) => {
      // The last of equal ids counts; two in one bulk write could be applied in any order.
      const byId = [...new Map(games.map((game) => [game.id, game])).values()];
      let changed = 0;
      for (let from = 0; from < byId.length; from += batch)
        changed += await recordBatch(byId.slice(from, from + batch), now);
      return changed;
    },
    changedSince: async (since) => {
      const found = await results.find({ changedAt: { $gte: since } }).toArray();
      return found.map(toResult);
    },
    progress: async () => {
      const found = await progresses.find({}).toArray();
      return found.map(({ _id, ...progress }) => ({ ...progress, id: _id }));
    },
    saveProgress: async ({ id, ...progress }) => {
      await progresses.replaceOne({ _id: id }, progress, { upsert: true });
    },
    status: async () => {
      const found = await statuses.find({}).toArray();
      return found.map(({ _id, ...status }) => status);
    },
    saveStatus: async (status) => {
      const filter = { _id: status.sport };
      await statuses.replaceOne(filter, status, { upsert: true });
    },
  };
}

function toResult({ _id, changedAt: _changedAt, ...game }: ResultDocument): StoredResult {
  return { ...game, id: _id };
}

/** A game as the database returns it: without undefined fields. */
const stored = (game: StoredResult): StoredResult => withoutUndefined(game) as StoredResult;

function withoutUndefined(value: unknown): unknown {
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, part]) =>
      part === undefined ? [] : [[name, withoutUndefined(part)]],
    ),
  );
}
