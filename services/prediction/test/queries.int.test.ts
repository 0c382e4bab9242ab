import { createLogger } from "@orbline/kit/logger";
import { migrate } from "@orbline/kit/migrations";
import { connectMongo } from "@orbline/kit/mongo";
import { testEngines } from "@orbline/kit/testing/engines";
import type { Connection } from "mongoose";
import { afterAll, beforeAll, expect, it } from "vitest";
import { migrations } from "../src/store/migrations.ts";
import { mongoPredictions } from "../src/store/mongo-predictions.ts";
import { aLeg, aRecord } from "../src/testing/records.ts";
import { present } from "../src/testing/present.ts";

type Query = { method: string; filter: object; sort?: Record<string, 1 | -1> };

let connection: Connection;
const queries: Query[] = [];

/** Keeps what mongoose really sends; an aggregation's first stage is its filter. */
const keep = (_collection: string, method: string, input: unknown, options: unknown) => {
  const { sort } = (options ?? {}) as { sort?: Query["sort"] };
  const filter = Array.isArray(input) ? (input[0] as { $match: object }).$match : (input as object);
  queries.push({ method, filter, ...(sort && { sort }) });
};

beforeAll(async () => {
  const logger = createLogger({ service: "test", level: "silent" });
  connection = await connectMongo({ url: testEngines().mongoUrl, logger });
  await migrate(connection, migrations);
});
afterAll(() => connection.close());

const planOf = async ({ filter, sort = {} }: Query) => {
  const cursor = connection.collection("predictions").find(filter, { sort, limit: 10 });
  return JSON.stringify(present((await cursor.explain())["queryPlanner"] as object));
};

it("answers every query of a request or a sweep from an index", async () => {
  const predictions = mongoPredictions({ connection });
  for (let n = 1; n <= 12; n += 1)
    await predictions.add(
      aRecord([aLeg("a")], { id: `prd_${n}`, userId: n % 2 === 0 ? "usr_1" : "usr_2" }),
    );
  connection.set("debug", keep);
  const first = await predictions.list({ userId: "usr_1", limit: 2 });
  const cursor = present(first.nextCursor);
  await predictions.list({ userId: "usr_1", limit: 2, cursor });
  await predictions.list({ userId: "usr_1", limit: 2, cursor, sport: "nfl", outcome: "open" });
  await predictions.totals("usr_1");
  await predictions.findDue(new Date(), 10);
  connection.set("debug", false);

  expect(queries.map(({ method }) => method)).toEqual([
    "find",
    "find",
    "find",
    "aggregate",
    "find",
  ]);
  for (const query of queries) expect(await planOf(query)).toContain("IXSCAN");
  expect(await planOf({ method: "find", filter: { sport: "nfl" } })).toContain("COLLSCAN");
});
