import { createHash } from "node:crypto";
import { isDuplicateKey } from "@orbline/kit/mongo/connection";
import type { Connection } from "mongoose";
import type { Clock, Waitlist, WaitlistEntry } from "../use-cases/ports.ts";

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

const toEntry = (document: EntryDocument): WaitlistEntry => ({
  email: document.email,
  source: document.source,
  affiliateCode: document.affiliateCode,
  createdAt: document.createdAt,
  convertedAt: document.convertedAt,
});

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
      return entry ? toEntry(entry) : undefined;
    },
    convert: async (email, userId) => {
      await collection.updateOne(
        { _id: idOf(email) },
        { $set: { convertedAt: clock.now(), userId } },
      );
    },
    assign: async (email, userId) => {
      await collection.updateOne(
        { _id: idOf(email), userId: { $exists: false } },
        { $set: { userId } },
      );
    },
    findOf: async ({ userId, email }) => {
      const entries = await collection.find({ userId }).toArray();
      const own = email === undefined ? null : await collection.findOne({ _id: idOf(email) });
      if (own && !entries.some(({ _id }) => _id === own._id)) entries.push(own);
      return entries.map(toEntry);
    },
    remove: async ({ userId, email }) => {
      await collection.deleteMany({ userId });
      if (email !== undefined) await collection.deleteOne({ _id: idOf(email) });
    },
  };
};
