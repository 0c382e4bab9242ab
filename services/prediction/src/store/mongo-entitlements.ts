import { isDuplicateKey } from "@orbline/kit/mongo";
import { type Connection, Schema, trusted } from "mongoose";
import type { Entitlements } from "../use-cases/ports.ts";

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
  return {
    find: async (userId) => {
      // Asked for every prediction: the driver itself takes a fifth less CPU than a query of mongoose.
      const found = await model.collection.findOne<EntitlementDocument>({ _id: userId as never });
      if (!found) return undefined;
      const { entitled, accessUntil } = found;
      return { entitled, ...(accessUntil && { accessUntil }) };
    },
    apply: async (userId, seq, { entitled, accessUntil }) => {
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
    },
  };
};
