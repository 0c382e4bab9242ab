import { createHash } from "node:crypto";
import { insertOnce } from "@orbline/kit/mongo/connection";
import type { IdentityContext } from "../config.ts";
import type { UserId } from "../domain/user.ts";
import type { Waitlist, WaitlistEntry } from "../use-cases/ports.ts";

type EntryDocument = WaitlistEntry & { _id: string; userId?: UserId | undefined };

/** The waitlist in MongoDB. */
export function mongoWaitlist({
  connection,
  clock,
}: Pick<IdentityContext, "connection" | "clock">): Waitlist {
  const collection = connection.collection<EntryDocument>("waitlist_entries");
  return {
    join: async ({ email, source, affiliateCode }) => {
      const entry = { email, source, affiliateCode, createdAt: clock.now() };
      await insertOnce(collection.insertOne({ _id: idOf(email), ...entry }));
    },
    find: async (email) => {
      const entry = await collection.findOne({ _id: idOf(email) });
      return entry ? toEntry(entry) : undefined;
    },
    convert: async (email, userId) => {
      const change = { $set: { convertedAt: clock.now(), userId } };
      await collection.updateOne({ _id: idOf(email) }, change);
    },
    assign: async (email, userId) => {
      const unassigned = { _id: idOf(email), userId: { $exists: false } };
      await collection.updateOne(unassigned, { $set: { userId } });
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
}

/** The id of an address's entry: a hash, which hides the address and needs no second index. */
function idOf(email: string): string {
  return `wl_${createHash("sha256").update(email.toLowerCase()).digest("hex").slice(0, 32)}`;
}

function toEntry({ _id, userId: _userId, ...entry }: EntryDocument): WaitlistEntry {
  return entry;
}
