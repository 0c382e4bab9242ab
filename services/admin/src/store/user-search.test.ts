import { mongo } from "mongoose";
import { expect, it } from "vitest";
import { searchUsers } from "./user-search.ts";

const late = new mongo.MongoServerError({ code: 50, message: "operation exceeded time limit" });
const jo = { _id: "u1", usernameKey: "jo", accountSeq: 1 };

it("finds beginnings only when the scan for a text in the middle of names takes too long", async () => {
  const limits: unknown[] = [];
  const isScan = (filter: object) => "$or" in filter;
  const respond = <T>(filter: object, options: { maxTimeMS?: number }, found: T) => {
    limits.push(options.maxTimeMS);
    return isScan(filter) ? Promise.reject(late) : Promise.resolve(found);
  };
  const isByName = (filter: object) => !("emailKey" in filter);
  const users = {
    find: (filter: object, options: object) => ({
      toArray: () => respond(filter, options, isByName(filter) ? [jo] : []),
    }),
    countDocuments: (filter: object, options: object) =>
      respond(filter, options, isByName(filter) ? 1 : 0),
  } as unknown as Parameters<typeof searchUsers>[0];
  const page = await searchUsers(users, { search: "jo", limit: 10 });
  expect(page).toEqual({ documents: [jo], total: 1, nextCursor: undefined });
  expect(new Set(limits)).toEqual(new Set([2_000]));
});
