import { createHash } from "node:crypto";
import type { Connection } from "mongoose";

type ErasedUser = { _id: string; accountSeq: number };

/**
 * Erased accounts in MongoDB, so that older states that arrive later do not restore them. An erasure is recorded
 * before anything is deleted, and a write of user data is followed by a check here, so at least one sees the other.
 */
export function mongoErasedUsers(connection: Connection) {
  const collection = connection.collection<ErasedUser>("gone_users");
  return {
    /** Records the sequence number of the state that erased an account. */
    add: async (userId: string, accountSeq: number): Promise<void> => {
      await collection.updateOne(
        { _id: hashOf(userId) },
        { $max: { accountSeq } },
        { upsert: true },
      );
    },
    /** The sequence number of the state that erased an account, if any. */
    findSeq: async (userId: string): Promise<number | undefined> =>
      (await collection.findOne({ _id: hashOf(userId) }))?.accountSeq,
  };
}

/** A one-way hash, so that the record does not identify a user. */
function hashOf(userId: string): string {
  return createHash("sha256").update(userId).digest("hex");
}
