import { createLogger } from "@orbline/kit/observability/logger";
import { migrate } from "@orbline/kit/mongo/migrations";
import { connectMongo } from "@orbline/kit/mongo/connection";
import { mongoTable } from "@orbline/kit/admin-tables/mongo-table";
import { testEngines } from "@orbline/kit/testing/engines";
import type { Connection } from "mongoose";
import { afterAll, beforeAll, expect, it } from "vitest";
import { migrations } from "../src/store/migrations.ts";
import { mongoAuditLog } from "../src/store/audit-log.ts";
import { mongoUserViews } from "../src/store/users.ts";

type Query = { collection: string; filter: object; sort?: Record<string, 1 | -1> };

let connection: Connection;
const queries: Query[] = [];

/** A plan that sorts results that the index did not sort. MongoDB has a stage for it, devmongo a mark. */
const isSorted = /"SORT"|"sorted":false/;

const readers = ["find", "findOne", "countDocuments", "updateOne", "deleteMany"];

/** Records the queries that mongoose sends. */
const keep = (collection: string, method: string, filter: object, options: unknown) => {
  const { sort } = (options ?? {}) as { sort?: Query["sort"] };
  if (readers.includes(method)) queries.push({ collection, filter, ...(sort && { sort }) });
};

beforeAll(async () => {
  const logger = createLogger({ service: "test", level: "silent" });
  connection = await connectMongo({ url: testEngines().mongoUrl, logger });
  await migrate(connection, migrations);
});
afterAll(() => connection.close());

const planOf = async ({ collection, filter, sort = {} }: Query) => {
  const cursor = connection.collection(collection).find(filter, { sort, limit: 10 });
  return JSON.stringify((await cursor.explain())["queryPlanner"]);
};

const now = new Date("2026-11-22T12:00:00Z");
const clock = { now: () => now };

const askUsers = async () => {
  const users = mongoUserViews({ connection, clock });
  const names = Array.from({ length: 30 }, (_, n) => `name_${String(n).padStart(2, "0")}`);
  for (const username of names) {
    await users.applyAccount(username, 1, { username, email: `mail_${username}@x`, role: "user" });
    await users.applySubscription(username, 1, {
      status: "active",
      tier: "premium",
      plan: "monthly",
    });
  }
  for (const search of [undefined, "name_", "mail_", "zz"])
    for (const status of [undefined, "active" as const]) {
      const filter = { limit: 5, search, status };
      const { nextCursor: cursor } = await users.list(filter);
      if (cursor) await users.list({ ...filter, cursor });
    }
  await users.find("name_01");
  await users.names(["name_01", "name_02"]);
  await users.applyAccount("name_00", 2, undefined);
};

const askAudit = async () => {
  const auditLog = mongoAuditLog({ connection });
  const target = { kind: "user" as const, id: "u1" };
  const action = "cancel-subscription" as const;
  const common = { actorId: "a1", action, target, commandId: "c", at: now };
  for (let n = 0; n < 12; n += 1) {
    const begun = await auditLog.begin({ ...common, details: {}, before: {} });
    await auditLog.finish(begun, { at: now, outcome: "done", after: {} });
  }
  for (const filter of [{}, { action }, { actorId: "a1" }, { targetId: "u1" }]) {
    const { next } = await auditLog.list({ ...filter, limit: 5 });
    if (next !== undefined) await auditLog.list({ ...filter, limit: 5, before: next });
  }
};

const askTables = async () => {
  const table = mongoTable({
    connection,
    collection: "user_views",
    columns: ["id"],
    from: { id: "_id" },
  });
  const { nextCursor } = await table({ limit: 5 });
  await table({ limit: 5, cursor: nextCursor ?? "" });
};

it("uses an index for every query of a request or a sweep", async () => {
  connection.set("debug", keep);
  await askUsers();
  await askAudit();
  await askTables();
  connection.set("debug", false);

  const requested = new Map(queries.map((query) => [JSON.stringify(query), query]));
  expect(requested.size).toBeGreaterThan(40);
  const plans = await Promise.all(
    [...requested].map(async ([text, query]) => ({ text, plan: await planOf(query) })),
  );
  expect(plans.filter(({ plan }) => !plan.includes("IXSCAN")).map(({ text }) => text)).toEqual([]);
  const sorted = plans.filter(({ text, plan }) => text.includes('"sort"') && isSorted.test(plan));
  expect(sorted.map(({ text }) => text)).toEqual([]);
  const unserved = { collection: "user_views", filter: { "subscription.tier": "premium" } };
  expect(await planOf(unserved)).toContain("COLLSCAN");
  const unsorted = { collection: "user_views", filter: { "subscription.status": "active" } };
  expect(await planOf({ ...unsorted, sort: { "subscription.tier": 1 } })).toMatch(isSorted);
});
