import { isDuplicateKey } from "@orbline/kit/mongo/connection";
import type { Connection } from "mongoose";
import type { PriceSnapshot } from "../../domain/live-games/live-game.ts";
import type { PriceSnapshots } from "../../use-cases/ports-live.ts";

type SnapshotDocument = Omit<PriceSnapshot, "feed"> & { _id: string };

/** Price snapshots in MongoDB, one document per competition: after a crash it is the old or the new one. */
export function mongoPriceSnapshots(connection: Connection): PriceSnapshots {
  const snapshots = connection.collection<SnapshotDocument>("price_snapshots");
  return {
    all: async () => {
      const found = await snapshots.find({}).toArray();
      return found.map(({ _id, ...snapshot }) => ({ ...snapshot, feed: _id }));
    },
    save: async ({ feed, ...parts }) => {
      const empty = { ...(!parts.games && { games: [] }), ...(!parts.listed && { listed: [] }) };
      const update = { $set: parts, $setOnInsert: empty };
      await snapshots.updateOne({ _id: feed }, update, { upsert: true });
    },
    mark: async ({ feed, sport }, name, { from, to }) => {
      try {
        const unmoved = { _id: feed, [name]: from ?? { $exists: false } };
        const moved = await snapshots.updateOne(
          unmoved,
          { $set: { [name]: to }, $setOnInsert: { sport, games: [], listed: [] } },
          { upsert: from === undefined },
        );
        return moved.matchedCount + moved.upsertedCount > 0;
      } catch (error) {
        // The upsert found no snapshot without the mark and no free key: another process has set it.
        if (!isDuplicateKey(error)) throw error;
        return false;
      }
    },
  };
}
