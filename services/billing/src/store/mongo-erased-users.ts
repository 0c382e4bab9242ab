import { type Connection, Schema } from "mongoose";
import type { ErasedUsers } from "../use-cases/ports.ts";

type ErasedUserDocument = { _id: string; since: Date };

const schema = new Schema<ErasedUserDocument>(
  { _id: { type: String, required: true }, since: { type: Date, required: true } },
  { versionKey: false, collection: "erased_users" },
);

/** Users who have left, in MongoDB: their ids alone, which lead to nobody any more. */
export const mongoErasedUsers = ({ connection }: { connection: Connection }): ErasedUsers => {
  const model = connection.model<ErasedUserDocument>("ErasedUser", schema);
  return {
    add: async (userId) => {
      const since = new Date();
      await model.updateOne({ _id: userId }, { $setOnInsert: { since } }, { upsert: true });
    },
    has: async (userId) => (await model.exists({ _id: userId })) !== null,
  };
};
