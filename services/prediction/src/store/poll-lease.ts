import { isDuplicateKey } from "@orbline/kit/mongo/connection";
import { type Connection, Schema, trusted } from "mongoose";
import type { PollState } from "../domain/live-game.ts";
import type { PollLease } from "../use-cases/ports.ts";

type TurnDocument = PollState & { _id: string; holder: string; heldUntil: Date };

const schema = new Schema<TurnDocument>(
  {
    _id: { type: String, required: true },
    holder: { type: String, required: true },
    heldUntil: { type: Date, required: true },
    remaining: Number,
    pausedUntil: Date,
  },
  { versionKey: false, collection: "poll_turns" },
);

/** One lease in MongoDB: a process that dies loses it when its time is up. */
export const mongoPollTurns = ({
  connection,
  name,
}: {
  connection: Connection;
  /** What is polled. */
  name: string;
}): PollLease => {
  const model = connection.model<TurnDocument>("PollTurn", schema);

  const renew = async (holder: string, now: Date, until: Date): Promise<boolean> => {
    const held = { $set: { holder, heldUntil: until } };
    const mine = await model.updateOne({ _id: name, holder }, held);
    if (mine.matchedCount > 0) return true;
    const expired = { _id: name, heldUntil: trusted({ $lte: now }) };
    return (await model.updateOne(expired, held)).matchedCount > 0;
  };

  const first = async (holder: string, until: Date): Promise<boolean> => {
    try {
      await model.create({ _id: name, holder, heldUntil: until });
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  };

  return {
    take: async (holder, now, until) => {
      if (!(await renew(holder, now, until)) && !(await first(holder, until))) return undefined;
      const { remaining, pausedUntil } = await model.findById(name).lean<TurnDocument>().orFail();
      return {
        ...(remaining !== undefined && { remaining }),
        ...(pausedUntil && { pausedUntil }),
      };
    },
    keep: async (holder, state) => {
      const mine = await model.updateOne({ _id: name, holder }, { $set: { holder, ...state } });
      return mine.matchedCount > 0;
    },
  };
};
