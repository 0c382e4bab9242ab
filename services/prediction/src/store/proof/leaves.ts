import { insertOnce } from "@orbline/kit/mongo/connection";
import { createCache } from "@orbline/kit/cache";
import { AppError } from "@orbline/kit/errors";
import type { Connection } from "mongoose";
import { minuteMs } from "../../domain/dates.ts";
import { createSalt, leafText } from "../../proof/leaf.ts";
import { leafHash } from "../../proof/merkle.ts";
import type { PredictionSummary } from "../../domain/prediction.ts";
import type { Leaf, Leaves, SettlementMonitor } from "../../use-cases/ports.ts";
import { predictionCollection, toSummaries } from "../prediction-document.ts";

/** A leaf. Erasing an account removes everything but number and hash, which then reveals nothing. */
type LeafDocument = {
  _id: number;
  /** Hex. */
  hash: string;
  predictionId?: string;
  userId?: string;
  salt?: string;
  erasedAt?: Date;
};

/** Leaves that one insertion appends. One update removes their marks, and holds up other writers of the database for its time. */
const batchSize = 50;
/** Newest leaves whose marks are removed again after a crash. Earlier versions appended this many at once. */
const recheckedLeaves = 1_000;
const maxAttempts = 8;

const leafCollection = (connection: Connection) => connection.collection<LeafDocument>("leaves");

/** Predictions that this process has just stored, by their ids, until they have a leaf. */
export const newPredictions = () =>
  createCache<PredictionSummary>({ max: 10_000, ttlMs: minuteMs });
export type NewPredictions = ReturnType<typeof newPredictions>;

/**
 * Leaves in MongoDB.
 * @param stored spares reading again what this process has just stored; everything else is read
 */
export function mongoLeaves(
  connection: Connection,
  monitor: SettlementMonitor,
  stored = newPredictions(),
): Leaves {
  const predictions = predictionCollection(connection);
  const leaves = leafCollection(connection);
  /** Reads the marked predictions by the sparse index. */
  const marked = { toLeaf: { $gt: new Date(0) } };

  /** The predictions of all leaves up to this number are known to be unmarked. */
  let unmarkedTo = -1;

  /**
   * A leaf's number is its only unique key, so two processes cannot append at one place. A process first removes the
   * marks of the predictions whose leaves it did not append itself, and only then reads what is still marked. Every
   * writer appends at most `recheckedLeaves` leaves after doing so; a prediction whose mark outlived a crash is
   * therefore among the last leaves and never gets a second one.
   */
  async function append(): Promise<boolean> {
    if (!(await predictions.findOne(marked, { projection: { _id: 1 } }))) return false;
    for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
      const newest = {
        projection: { predictionId: 1 },
        sort: { _id: -1 },
        limit: recheckedLeaves,
      } as const;
      const others = await leaves.find({ _id: { $gt: unmarkedTo } }, newest).toArray();
      await removeMarks(others.flatMap(({ predictionId }) => predictionId ?? []));
      const last = others[0]?._id ?? unmarkedTo;
      unmarkedTo = last;
      const next = await readNext(last + 1);
      if (next.length === 0) return false;
      if (!(await insert(next))) continue;
      const ids = next.flatMap(({ predictionId }) => predictionId ?? []);
      if ((await removeMarks(ids)) < ids.length) await eraseOrphans(ids);
      unmarkedTo = last + next.length;
      return next.length === batchSize;
    }
    throw new AppError("conflict", "record_log.contended", "the record log is written by others");
  }

  /** The leaves of the next predictions, in the order of creation. */
  async function readNext(firstNumber: number): Promise<LeafDocument[]> {
    const options = { sort: { toLeaf: 1 }, limit: batchSize, projection: { _id: 1 } } as const;
    const ids = (await predictions.find(marked, options).toArray()).map(({ _id }) => _id);
    const byId = await readAll(ids);
    return ids
      .flatMap((id) => byId.get(id) ?? [])
      .map((prediction, index) => {
        const salt = createSalt();
        const hash = leafHash(Buffer.from(leafText(salt, prediction))).toString("hex");
        const { id: predictionId, userId } = prediction;
        return { _id: firstNumber + index, hash, predictionId, userId, salt };
      });
  }

  /** Predictions by id, from memory or read. Those that cannot be read get no leaf. */
  async function readAll(ids: string[]): Promise<ReadonlyMap<string, PredictionSummary>> {
    const known = ids.flatMap((id) => stored.get(id) ?? []);
    const byId = new Map(known.map((prediction) => [prediction.id, prediction]));
    const others = ids.filter((id) => !byId.has(id));
    if (others.length === 0) return byId;
    const found = await predictions.find({ _id: { $in: others } }).toArray();
    const { readable, unreadable } = toSummaries(found);
    unreadable.forEach(monitor.reportUnreadable);
    await removeMarks(unreadable.map(({ id }) => id));
    for (const prediction of readable) byId.set(prediction.id, prediction);
    return byId;
  }

  /** False when another process has appended first. The leaves before the taken number are stored. */
  const insert = (documents: LeafDocument[]) =>
    insertOnce(leaves.insertMany(documents, { ordered: true }));

  /** Returns the number of predictions that exist. */
  async function removeMarks(ids: string[]): Promise<number> {
    if (ids.length === 0) return 0;
    for (const id of ids) stored.delete(id);
    const { matchedCount } = await predictions.updateMany(
      { _id: { $in: ids } },
      { $unset: { toLeaf: 1 } },
    );
    return matchedCount;
  }

  /** Erases leaves whose user was erased between the reading of the predictions and the insertion. */
  async function eraseOrphans(ids: string[]): Promise<void> {
    const found = await predictions
      .find({ _id: { $in: ids } }, { projection: { _id: 1 } })
      .toArray();
    const existing = new Set(found.map(({ _id }) => _id));
    const orphans = ids.filter((id) => !existing.has(id));
    await leaves.updateMany({ predictionId: { $in: orphans } }, erasure());
  }

  async function withContent(documents: LeafDocument[]): Promise<Leaf[]> {
    const ids = documents.flatMap(({ predictionId }) => predictionId ?? []);
    const found = await predictions.find({ _id: { $in: ids } }).toArray();
    const byId = new Map(toSummaries(found).readable.map((one) => [one.id, one]));
    return documents.map(({ _id: number, hash, predictionId = "", salt, erasedAt }) => {
      const prediction = byId.get(predictionId);
      return {
        number,
        hash: Buffer.from(hash, "hex"),
        state: erasedAt ? "erased" : "kept",
        content: prediction && salt !== undefined ? { salt, prediction } : undefined,
      };
    });
  }

  return {
    append,
    hashesFrom: async (number, limit) => {
      const options = { projection: { hash: 1 }, sort: { _id: 1 }, limit } as const;
      const found = await leaves.find({ _id: { $gte: number } }, options).toArray();
      return found.map(({ _id, hash }) => ({ number: _id, hash: Buffer.from(hash, "hex") }));
    },
    list: async (from, limit) =>
      withContent(
        await leaves.find({ _id: { $gte: from } }, { sort: { _id: 1 }, limit }).toArray(),
      ),
    findOf: async (predictionId) => {
      const found = await leaves.findOne({ predictionId });
      return found ? (await withContent([found]))[0] : undefined;
    },
  };
}

/** Leaves nothing but number and hash of a user's leaves. */
export const eraseLeaves = (connection: Connection, userId: string) =>
  leafCollection(connection).updateMany({ userId }, erasure());

const erasure = () => ({
  $unset: { predictionId: 1, userId: 1, salt: 1 } as const,
  $set: { erasedAt: new Date() },
});
