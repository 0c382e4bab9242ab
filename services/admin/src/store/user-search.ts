import { decodeCursor, encodeCursor } from "@orbline/kit/http/cursor";
import { mongo } from "mongoose";
import { z } from "zod";
import type { UserQuery } from "../use-cases/ports.ts";
import type { UserDocument } from "./user-document.ts";

/** Where a page begins: after a key in one of the orders, and the number of all matches. */
const placeSchema = z.tuple([
  z.enum(["username", "email", "anywhere"]),
  z.string().min(1).max(254),
  z.int().min(0),
]);

/** Longest scan for a text in the middle of names; a longer one finds beginnings only. */
const maxScanMs = 2_000;
const timedOut = 50;

type Users = Pick<mongo.Collection<UserDocument>, "find" | "countDocuments">;

/**
 * Finds users whose name or email contains a text: first names that begin with it, then emails, each in the order of
 * an index, then all others by name, which scans the users for two seconds at most. Counts the matches for the first
 * page only; the cursor carries the number on. @throws invalid for an unknown cursor
 */
export async function searchUsers(
  users: Users,
  { search, status, limit, cursor }: UserQuery,
): Promise<{ documents: UserDocument[]; total: number; nextCursor: string | undefined }> {
  const text = search?.trim().toLowerCase() ?? "";
  const place = decodeCursor(cursor, placeSchema);
  const [firstOrder = "username", after, knownTotal] = place ?? [];
  const orders = ordersOf(text, status ? { "subscription.status": status } : {});
  const total = knownTotal ?? (await countMatches(users, orders));

  const isAtOrAfterFirst = orders.slice(orders.findIndex(({ name }) => name === firstOrder));
  const found: { name: string; key: string | undefined; document: UserDocument }[] = [];
  for (const { name, key, filter } of isAtOrAfterFirst) {
    // All matches are on the first page already.
    const isComplete = place === undefined && found.length >= total;
    if (found.length > limit || isComplete) break;
    const options = { sort: { [key]: 1 as const }, limit: limit + 1 - found.length };
    const from = name === firstOrder ? after : undefined;
    const documents = await findInTime(users, filter(from), options);
    found.push(...documents.map((document) => ({ name, key: document[key], document })));
  }
  const page = found.slice(0, limit);
  const last = page.at(-1);
  const isLastPage = found.length <= limit;
  return {
    documents: page.map(({ document }) => document),
    total,
    nextCursor: isLastPage ? undefined : encodeCursor([last?.name, last?.key, total]),
  };
}

type Order = {
  name: "username" | "email" | "anywhere";
  key: "usernameKey" | "emailKey";
  filter: (from?: string) => object;
};

/** The orders in which matches are listed. Without a text all users are listed by name. */
function ordersOf(text: string, base: object): Order[] {
  const usernameKey = keysOf(text);
  const emailKey = keysOf(text);
  const byName: Order = {
    name: "username",
    key: "usernameKey",
    filter: (from) => ({ ...base, usernameKey: keysOf(text, from) }),
  };
  if (text === "") return [byName];
  const contains = { $regex: text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`) };
  return [
    byName,
    {
      name: "email",
      key: "emailKey",
      filter: (from) => ({
        ...base,
        emailKey: keysOf(text, from),
        usernameKey: { $not: usernameKey },
      }),
    },
    {
      name: "anywhere",
      key: "usernameKey",
      filter: (from = "") => ({
        ...base,
        usernameKey: { $gt: from, $not: usernameKey },
        emailKey: { $not: emailKey },
        $or: [{ usernameKey: contains }, { emailKey: contains }],
      }),
    },
  ];
}

async function countMatches(users: Users, orders: readonly Order[]): Promise<number> {
  const counts = await Promise.all(
    orders.map(({ filter }) =>
      inTime(users.countDocuments(filter(), { maxTimeMS: maxScanMs }), () => 0),
    ),
  );
  return counts.reduce((sum, one) => sum + one, 0);
}

function findInTime(users: Users, filter: object, options: mongo.FindOptions) {
  const found = users.find(filter, { ...options, maxTimeMS: maxScanMs });
  return inTime<UserDocument[]>(found.toArray(), () => []);
}

async function inTime<T>(work: Promise<T>, late: () => T): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof mongo.MongoServerError && error.code === timedOut) return late();
    throw error;
  }
}

/** Matches keys that begin with a prefix and come after another key. */
function keysOf(prefix: string, after = "") {
  if (prefix === "") return { $gt: after };
  return { ...(after >= prefix ? { $gt: after } : { $gte: prefix }), $lt: `${prefix}\uFFFF` };
}
