import { decodeCursor, encodeCursor } from "@orbline/kit/http/cursor";
import type { mongo } from "mongoose";
import { z } from "zod";
import type { UserQuery } from "../use-cases/ports.ts";
import type { UserDocument } from "./user-document.ts";

/** Where a page begins: after a key in one of the two orders, and the number of all matches. */
const placeSchema = z.tuple([
  z.enum(["username", "email"]),
  z.string().min(1).max(254),
  z.int().min(0),
]);

/**
 * Finds users whose name or email begins with a text: first by name, then those by email alone, each in the order of
 * an index, so that every page costs the same. Counts the matches for the first page only; the cursor carries the
 * number on. @throws invalid for an unknown cursor
 */
export async function searchUsers(
  users: mongo.Collection<UserDocument>,
  { search, status, limit, cursor }: UserQuery,
): Promise<{ documents: UserDocument[]; total: number; nextCursor: string | undefined }> {
  const prefix = search?.trim().toLowerCase() ?? "";
  const [order, after, knownTotal] = decodeCursor(cursor, placeSchema) ?? [];
  const withStatus = status ? { "subscription.status": status } : {};
  const byName = (from?: string) => ({ ...withStatus, usernameKey: keysOf(prefix, from) });
  const byEmailAlone = (from?: string) => ({
    ...withStatus,
    emailKey: keysOf(prefix, from),
    usernameKey: { $not: keysOf(prefix) },
  });
  const find = (filter: object, key: "usernameKey" | "emailKey", wanted: number) =>
    users.find(filter, { sort: { [key]: 1 }, limit: wanted }).toArray();
  const count = async () => {
    const filters = prefix === "" ? [byName()] : [byName(), byEmailAlone()];
    const counts = await Promise.all(filters.map((filter) => users.countDocuments(filter)));
    return counts.reduce((sum, one) => sum + one, 0);
  };

  const isPastNames = order === "email";
  const [total, named] = await Promise.all([
    knownTotal ?? count(),
    isPastNames ? [] : find(byName(after), "usernameKey", limit + 1),
  ]);
  const wanted = limit + 1 - named.length;
  const emailed =
    prefix === "" || wanted <= 0
      ? []
      : await find(byEmailAlone(isPastNames ? after : undefined), "emailKey", wanted);
  const found = [...named, ...emailed];
  const documents = found.slice(0, limit);
  const last = documents.at(-1);
  const lastOrder = documents.length > named.length || isPastNames ? "email" : "username";
  const place = [lastOrder, lastOrder === "email" ? last?.emailKey : last?.usernameKey, total];
  return { documents, total, nextCursor: found.length > limit ? encodeCursor(place) : undefined };
}

/** Matches keys that begin with a prefix and come after another key. */
function keysOf(prefix: string, after = "") {
  if (prefix === "") return { $gt: after };
  return { ...(after >= prefix ? { $gt: after } : { $gte: prefix }), $lt: `${prefix}\uFFFF` };
}
