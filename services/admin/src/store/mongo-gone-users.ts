import { createHash } from "node:crypto";
import type { Connection } from "mongoose";

type GoneUserDocument = { _id: string; accountSeq: number };

/** A one-way hash: what is kept of who has left leads to nobody. */
const markOf = (userId: string) => createHash("sha256").update(userId).digest("hex");

/**
 * Accounts that are gone, in MongoDB, so that what is older than their end and arrives after it does not bring them
 * back. Whoever stores something of a user looks here after that, as the end is noted before anything is deleted: one
 * of the two sees the other, whichever comes first.
 */
export const mongoGoneUsers = (connection: Connection) => {
  const marks = connection.collection<GoneUserDocument>("gone_users");
  return {
    /** Notes that an account ended with this state. */
    add: async (userId: string, accountSeq: number): Promise<void> => {
      const newest = { $max: { accountSeq } };
      await marks.updateOne({ _id: markOf(userId) }, newest, { upsert: true });
    },
    /** The number of the state with which an account ended; undefined for one that has not. */
    findEnd: async (userId: string): Promise<number | undefined> =>
      (await marks.findOne({ _id: markOf(userId) }))?.accountSeq,
  };
};
