import { isDuplicateKey } from "@orbline/kit/mongo/connection";
import { type Connection, Schema, trusted } from "mongoose";
import type { PriceSnapshot } from "../domain/live-game.ts";
import type { PriceSnapshots } from "../use-cases/ports.ts";

type SnapshotDocument = Omit<PriceSnapshot, "feed"> & { _id: string };

const schema = new Schema<SnapshotDocument>(
  {
    _id: { type: String, required: true },
    sport: { type: String, required: true },
    askedAt: Date,
    scoresAskedAt: Date,
    takenAt: Date,
    games: { type: Schema.Types.Mixed, required: true },
    listed: { type: [String], required: true },
    listedAt: Date,
  },
  { versionKey: false, collection: "price_snapshots", minimize: false },
);

/** Price snapshots in MongoDB, one document per competition: after a crash there is the old one or the new one. */
export const mongoPriceSnapshots = ({ connection }: { connection: Connection }): PriceSnapshots => {
  const model = connection.model<SnapshotDocument>("PriceSnapshot", schema);
  return {
    all: async () => {
      const found = await model.find({}).lean<SnapshotDocument[]>();
      return found.map(({ _id, ...snapshot }) => ({ ...snapshot, feed: _id }));
    },
    save: async ({ feed, sport, ...parts }) => {
      const empty = { games: [], listed: [] };
      const missing = Object.entries(empty).filter(([name]) => !(name in parts));
      await model.updateOne(
        { _id: feed },
        { $set: { sport, ...parts }, $setOnInsert: Object.fromEntries(missing) },
        { upsert: true },
      );
    },
    mark: async ({ feed, sport }, name, { from, to }) => {
      try {
        const moved = await model.updateOne(
          { _id: feed, [name]: from ?? trusted({ $exists: false }) },
          { $set: { [name]: to }, $setOnInsert: { sport, games: [], listed: [] } },
          { upsert: from === undefined },
        );
        return moved.matchedCount + moved.upsertedCount > 0;
      } catch (error) {
        // The upsert found no snapshot without the mark, and no free key: another process has set it.
        if (!isDuplicateKey(error)) throw error;
        return false;
      }
    },
  };
};
