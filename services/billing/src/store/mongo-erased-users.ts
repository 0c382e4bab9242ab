import { idAfter } from "@orbline/kit/mongo/connection";
import { readInRounds } from "@orbline/kit/mongo/cursor-batches";
import { type Connection, Schema, trusted } from "mongoose";
import type { ErasedUsers } from "../use-cases/ports.ts";

type ErasedUserDocument = {
  _id: string;
  since: Date;
  /** When the user is erased once more; unset after that. Serves the sweep. */
  settlesAt?: Date;
};

const schema = new Schema<ErasedUserDocument>(
  {
    _id: { type: String, required: true },
    since: { type: Date, required: true },
    settlesAt: Date,
  },
  { versionKey: false, collection: "erased_users" },
);

/** Users who have left, in MongoDB: their ids alone, which lead to nobody any more. */
export const mongoErasedUsers = ({ connection }: { connection: Connection }): ErasedUsers => {
  const model = connection.model<ErasedUserDocument>("ErasedUser", schema);
  const unsettled = readInRounds((one: { userId: string; since: Date }) => one.userId);
  return {
    add: async (userId, { since, settlesAt }) => {
      const first = { $setOnInsert: { since, settlesAt } };
      await model.updateOne({ _id: userId }, first, { upsert: true });
    },
    has: async (userId) => (await model.exists({ _id: userId })) !== null,
    findUnsettled: (now, limit) =>
      unsettled(limit, async (after) => {
        const settling = { settlesAt: trusted({ $lte: now }), ...idAfter(after) };
        const found = model.find(settling).sort({ _id: 1 }).limit(limit);
        const documents = await found.lean<ErasedUserDocument[]>();
        return documents.map(({ _id: userId, since }) => ({ userId, since }));
      }),
    settle: async (userId) => {
      await model.updateOne({ _id: userId }, { $unset: { settlesAt: 1 } });
    },
  };
};
