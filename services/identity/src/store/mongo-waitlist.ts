import { createHash } from "node:crypto";
import { isDuplicateKey } from "@orbline/kit/mongo";
import type { Connection } from "mongoose";
import type { UserId } from "../domain/user.ts";
import type { Clock, Waitlist } from "../use-cases/ports.ts";

type EntryDocument = {
  _id: string;
  email: string;
  source?: string;
  affiliateCode?: string;
  createdAt: Date;
  convertedAt?: Date;
  userId?: string;
};

/** One entry an address; the id tells nothing about it and needs no second index. */
const idOf = (email: string) =>
  `wl_${createHash("sha256").update(email.toLowerCase()).digest("hex").slice(0, 32)}`;

/** The waitlist in MongoDB. */
export const mongoWaitlist = ({
  connection,
  clock,
}: {
  connection: Connection;
  clock: Clock;
}): Waitlist => {
  const collection = connection.collection<EntryDocument>("waitlist_entries");
  return {
    join: async ({ email, source, affiliateCode }) => {
      try {
        await collection.insertOne({
          _id: idOf(email),
          email,
          ...(source !== undefined && { source }),
          ...(affiliateCode !== undefined && { affiliateCode }),
          createdAt: clock.now(),
        });
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
      }
    },
    find: async (email) => {
      const entry = await collection.findOne({ _id: idOf(email) });
      if (!entry) return undefined;
      return {
        email: entry.email,
        source: entry.source,
        affiliateCode: entry.affiliateCode,
        createdAt: entry.createdAt,
        convertedAt: entry.convertedAt,
      };
    },
    convert: async (email, userId: UserId) => {
      await collection.updateOne(
        { _id: idOf(email) },
        { $set: { convertedAt: clock.now(), userId } },
      );
    },
    remove: async ({ userId, email }) => {
      await collection.deleteMany({ userId });
      if (email !== undefined) await collection.deleteOne({ _id: idOf(email) });
    },
  };
};
