import { AppError } from "@orbline/kit/errors";
import type { Connection } from "mongoose";
import type { Holdings } from "../use-cases/ports.ts";
import { readPick, type StoredPick } from "./stored-pick.ts";

/** A page stays well below the size of a message: a prediction has some thousand signs of analysis. */
const pageSize = 50;

/** What our own work needs, which tells a user nothing. */
const ownMarks = { userId: 0, dueAt: 0, toProfile: 0, toPerformance: 0, press: 0 } as const;

type Stored = StoredPick & { _id: string; userId: string; createdAt: Date };

/** A prediction in the fields that its answer had, for people to read. */
const readable = ({ _id: id, analysis, legs, ...rest }: Stored) => ({
  id,
  ...readPick({ legs, ...(analysis !== undefined && { analysis }) }),
  ...rest,
});

const after = (cursor: string) => {
  const [time = "", id] = Buffer.from(cursor, "base64url").toString("utf8").split(":");
  const createdAt = new Date(Number(time));
  if (!id || time === "" || Number.isNaN(createdAt.getTime()))
    throw new AppError("invalid", "cursor.invalid", "The cursor is not one that we gave out.");
  return { $or: [{ createdAt: { $lt: createdAt } }, { createdAt, _id: { $lt: id } }] };
};

const cursorOf = ({ createdAt, _id }: Stored) =>
  Buffer.from(`${createdAt.getTime()}:${_id}`).toString("base64url");

const asList = (document: object | null) => (document ? [document] : []);

/** Everything that MongoDB keeps of one user. */
export const mongoHoldings = ({ connection }: { connection: Connection }): Holdings => {
  const predictions = connection.collection<Stored>("predictions");
  const profiles = connection.collection<{ _id: string }>("user_betting_profiles");
  const entitlements = connection.collection<{ _id: string }>("entitlements");
  return {
    page: async (userId, cursor) => {
      const found = await predictions
        .find({ userId, ...(cursor !== undefined && after(cursor)) })
        .project<Stored>(ownMarks)
        .sort({ createdAt: -1, _id: -1 })
        .limit(pageSize + 1)
        .toArray();
      const page = found.slice(0, pageSize);
      const last = page.at(-1);
      const nextCursor = found.length > pageSize && last ? cursorOf(last) : undefined;
      const lists = { predictions: page.map(readable) };
      if (cursor !== undefined) return { lists, nextCursor };
      const [profile, entitlement] = await Promise.all([
        profiles.findOne({ _id: userId }, { projection: { _id: 0, version: 0, latest: 0 } }),
        entitlements.findOne({ _id: userId }, { projection: { _id: 0, seq: 0 } }),
      ]);
      return {
        lists: { ...lists, bettingProfile: asList(profile), entitlement: asList(entitlement) },
        nextCursor,
      };
    },
    erase: async (userId) => {
      // The predictions first: a profile is counted from them.
      const gone = [
        await predictions.deleteMany({ userId }),
        await profiles.deleteOne({ _id: userId }),
        await entitlements.deleteOne({ _id: userId }),
      ];
      return gone.reduce((sum, { deletedCount }) => sum + deletedCount, 0);
    },
  };
};
