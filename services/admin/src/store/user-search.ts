import { AppError } from "@orbline/kit/errors";
import { type Model, trusted } from "mongoose";
import { z } from "zod";
import type { UserQuery } from "../use-cases/ports.ts";
import type { UserViewDocument } from "./user-view-schema.ts";

/** Where a list goes on: behind which key of which order, and how many match in all. */
type Place = { by: "username" | "email"; after: string; total: number };

const placeSchema = z.tuple([
  z.enum(["username", "email"]),
  z.string().min(1).max(254),
  z.int().min(0),
]);

const toCursor = ({ by, after, total }: Place) =>
  Buffer.from(JSON.stringify([by, after, total])).toString("base64url");

const fromCursor = (cursor: string): Place => {
  try {
    const text = Buffer.from(cursor, "base64url").toString("utf8");
    const [by, after, total] = placeSchema.parse(JSON.parse(text));
    return { by, after, total };
  } catch (cause) {
    const message = "The cursor is not one that we gave out.";
    throw new AppError("invalid", "cursor.invalid", message, { cause });
  }
};

/** Keys that begin with a prefix, and come after another key if one is given. */
const keysOf = (prefix: string, after = "") => {
  const from = after >= prefix ? { $gt: after } : { $gte: prefix };
  return prefix === "" ? { $gt: after } : { ...from, $lt: `${prefix}\uFFFF` };
};

/** A page of documents, how many match in all, and where the next page begins. */
export type FoundUsers = {
  documents: UserViewDocument[];
  total: number;
  nextCursor: string | undefined;
};

/**
 * Finds users whose name or address begins with a text: first by name, then those by address alone, each in the
 * order of an index, so that a page costs the same wherever it lies. All that match are counted for the first
 * page only; its cursors carry the number on. @throws invalid for a cursor that we did not give out
 */
export const searchUsers =
  (model: Model<UserViewDocument>) =>
  async ({ search, status, limit, cursor }: UserQuery): Promise<FoundUsers> => {
    const prefix = search?.trim().toLowerCase() ?? "";
    const place = cursor === undefined ? undefined : fromCursor(cursor);
    const common = status ? { status } : {};
    const named = (after?: string) => ({ ...common, usernameKey: trusted(keysOf(prefix, after)) });
    const addressed = (after?: string) => ({
      ...common,
      emailKey: trusted(keysOf(prefix, after)),
      usernameKey: trusted({ $not: keysOf(prefix) }),
    });
    const byName = (after: string | undefined) =>
      model
        .find(named(after))
        .sort({ usernameKey: 1 })
        .limit(limit + 1)
        .lean<UserViewDocument[]>();
    const byAddress = (after: string | undefined, wanted: number) =>
      prefix === "" || wanted <= 0
        ? []
        : model
            .find(addressed(after))
            .sort({ emailKey: 1 })
            .limit(wanted)
            .lean<UserViewDocument[]>();
    const count = async () => {
      const matching = prefix === "" ? [named()] : [named(), addressed()];
      const counts = await Promise.all(matching.map((filter) => model.countDocuments(filter)));
      return counts.reduce((sum, one) => sum + one, 0);
    };

    const isBehindNames = place?.by === "email";
    const [total, names] = await Promise.all([
      place?.total ?? count(),
      isBehindNames ? [] : byName(place?.after),
    ]);
    const wanted = limit + 1 - names.length;
    const addresses = await byAddress(isBehindNames ? place.after : undefined, wanted);
    const documents = [...names, ...addresses].slice(0, limit);
    const last = documents.at(-1);
    const hasMore = names.length + addresses.length > limit;
    const by = documents.length > names.length || isBehindNames ? "email" : "username";
    const after = by === "email" ? last?.emailKey : last?.usernameKey;
    const nextCursor = hasMore && after ? toCursor({ by, after, total }) : undefined;
    return { documents, total, nextCursor };
  };
