import { createHash } from "node:crypto";
import type { Connection } from "mongoose";

type ErasedUser = { _id: string; accountSeq: number };

/**
 * Erased accounts in MongoDB, so that older states that arrive later do not bring them back. An erasure is recorded
 * before anything is deleted, and storing data of a user is followed by a look here: one of the two sees the other.
 */
export function mongoErasedUsers(connection: Connection) {
  const collection = connection.collection<ErasedUser>("gone_users");
  return {
    /** Records that an account was erased with the state of this sequence number. */
    add: async (userId: string, accountSeq: number): Promise<void> => {
      await collection.updateOne(
        { _id: hashOf(userId) },
        { $max: { accountSeq } },
        { upsert: true },
      );
    },
    /** The sequence number with which an account was erased, if it was. */
    findSeq: async (userId: string): Promise<number | undefined> =>
      (await collection.findOne({ _id: hashOf(userId) }))?.accountSeq,
  };
}

/** A one-way hash, so that the record does not identify a user. */
function hashOf(userId: string): string {
  return createHash("sha256").update(userId).digest("hex");
}
