import { isDuplicateKey } from "@orbline/kit/mongo/connection";
import { type Connection, Schema, trusted } from "mongoose";
import type { Entitlement, Entitlements } from "../use-cases/ports.ts";
import { recentlyEntitled } from "./recently-entitled.ts";

type EntitlementDocument = { _id: string; seq: number; entitled: boolean; accessUntil?: Date };

const schema = new Schema<EntitlementDocument>(
  {
    _id: { type: String, required: true },
    seq: { type: Number, required: true },
    entitled: { type: Boolean, required: true },
    accessUntil: Date,
  },
  { versionKey: false, collection: "entitlements" },
);

/** Entitlements in MongoDB, a projection of `billing.subscriptions`; projection and dedupe are one update. */
export const mongoEntitlements = ({ connection }: { connection: Connection }): Entitlements => {
  const model = connection.model<EntitlementDocument>("Entitlement", schema);
  const load = async (userId: string): Promise<Entitlement | undefined> => {
    // Asked for every prediction: the driver itself takes a fifth less CPU than a query of mongoose.
    const found = await model.collection.findOne<EntitlementDocument>({ _id: userId as never });
    if (!found) return undefined;
    const { entitled, accessUntil } = found;
    return { entitled, ...(accessUntil && { accessUntil }) };
  };
  const store = async (userId: string, seq: number, entitlement: Entitlement | undefined) => {
    if (!entitlement) {
      await model.deleteOne({ _id: userId, seq: trusted({ $lt: seq }) });
      return;
    }
    const { entitled, accessUntil } = entitlement;
    try {
      await model.updateOne(
        { _id: userId, seq: trusted({ $lt: seq }) },
        {
          $set: { seq, entitled, ...(accessUntil && { accessUntil }) },
          ...(!accessUntil && { $unset: { accessUntil: 1 } }),
        },
        { upsert: true },
      );
    } catch (error) {
      // The upsert found no older state and no free key: a newer state is stored already.
      if (!isDuplicateKey(error)) throw error;
    }
  };
  const recent = recentlyEntitled();
  return {
    find: (userId) => recent.read(userId, () => load(userId)),
    apply: (userId, seq, entitlement) =>
      recent.change(userId, () => store(userId, seq, entitlement)),
  };
};
