import { createLogger } from "@orbline/kit/observability/logger";
import { migrate } from "@orbline/kit/mongo/migrations";
import { connectMongo } from "@orbline/kit/mongo/connection";
import { testEngines } from "@orbline/kit/testing/engines";
import type { Connection } from "mongoose";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Outcome } from "../src/domain/bet.ts";
import { migrations } from "../src/store/migrations.ts";
import { mongoBettingProfiles, mongoPerformances } from "../src/store/counts.ts";
import { mongoPredictions } from "../src/store/predictions.ts";
import { aLeg, aPrediction, noMonitor } from "../src/testing/predictions.ts";
import { present } from "../src/testing/present.ts";

type Query = { collection: string; method: string; filter: object; sort?: Record<string, 1 | -1> };

let connection: Connection;
const queries: Query[] = [];

/** Keeps the queries that mongoose sends; the filter of an aggregation is its first stage. */
const keep = (collection: string, method: string, input: unknown, options: unknown) => {
  const { sort } = (options ?? {}) as { sort?: Query["sort"] };
  const filter = Array.isArray(input) ? (input[0] as { $match: object }).$match : (input as object);
  queries.push({ collection, method, filter, ...(sort && { sort }) });
};

beforeAll(async () => {
  const logger = createLogger({ service: "test", level: "silent" });
  connection = await connectMongo({ url: testEngines().mongoUrl, logger });
  await migrate(connection, migrations);
});
afterAll(() => connection.close());

const planOf = async ({ collection, filter, sort = {} }: Query) => {
  const cursor = connection.collection(collection).find(filter, { sort, limit: 10 });
  return JSON.stringify(present((await cursor.explain())["queryPlanner"] as object));
};

const settledAt = new Date("2026-11-22T22:00:00Z");

it("answers every query of a request or a sweep from an index", async () => {
  const predictions = mongoPredictions(connection);
  const profiles = mongoBettingProfiles(connection, noMonitor);
  const performances = mongoPerformances(connection, noMonitor);
  const records = Array.from({ length: 12 }, (_, n) =>
    aPrediction([aLeg("a")], { id: `prd_${n}`, userId: n % 2 === 0 ? "usr_1" : "usr_2" }),
  );
  for (const record of records) await predictions.add(record);
  connection.set("debug", keep);
  const first = await predictions.list({ userId: "usr_1", limit: 2 });
  const cursor = present(first.nextCursor);
  await predictions.list({ userId: "usr_1", limit: 2, cursor });
  await predictions.list({ userId: "usr_1", limit: 2, cursor, sport: "nfl", outcome: "open" });
  await predictions.list({ userId: "usr_1", limit: 2, riskLevel: "insane" });
  await predictions.find("usr_1", "prd_2");
  await predictions.findNeighbors(present(records[2]));
  await predictions.findExisting({
    userId: "usr_1",
    sport: "nfl",
    riskLevel: "moderate",
    stake: 100,
    requestCount: 1,
    snapshotId: "simulated:nfl:1",
    since: settledAt,
  });
  await predictions.countOpen("usr_1");
  const [mine, others] = await Promise.all([
    predictions.listOpen("usr_1", new Date(0), ["prd_0", "prd_2"]),
    predictions.listOpen("usr_2", new Date(0), []),
  ]);
  expect(mine.map(({ id }) => id).toSorted()).toEqual(["prd_10", "prd_4", "prd_6", "prd_8"]);
  expect(others.map(({ id }) => id)).toHaveLength(6);
  await predictions.listSettled("usr_1", 20);
  await predictions.findLastSettled();
  await predictions.listProfits({ userId: "usr_1", sport: "nfl" }, 10);
  await predictions.markRead("usr_1", ["prd_2"]);
  await predictions.findDue(new Date(), 10);
  await predictions.settle(present(records[0]), {
    legOutcomes: ["won"],
    favoriteOutcomes: ["won"],
    closingProbabilities: [0.4],
    settlement: { outcome: "won", returned: 250, profit: 150 },
    settledAt,
  });
  await predictions.postpone("prd_3", settledAt);
  await predictions.setAside("prd_5");
  expect(await profiles.countSettled()).toBe(1);
  expect(await performances.countSettled()).toBe(1);
  await profiles.find("usr_1");
  connection.set("debug", false);

  const methods = new Set(queries.map(({ method }) => method));
  expect([...methods]).toEqual(
    expect.arrayContaining(["find", "findOne", "aggregate", "updateOne"]),
  );
  expect(queries.length).toBeGreaterThanOrEqual(16);
  for (const query of queries) {
    // Each branch of an OR has an index; otherwise there would be no such plan.
    expect(await planOf(query)).toMatch(/IXSCAN|"OR"/);
    expect(await planOf(query)).not.toContain("COLLSCAN");
  }
  const unserved = { collection: "predictions", method: "find", filter: { sport: "nfl" } };
  expect(await planOf(unserved)).toContain("COLLSCAN");
});

it("finds predictions of one sport or risk level by an index of their own", async () => {
  const sort = { createdAt: -1, _id: -1 } as const;
  const planFor = (filter: object) =>
    planOf({
      collection: "predictions",
      method: "find",
      sort,
      filter: { userId: "usr_1", ...filter },
    });
  expect(await planFor({ sport: "nfl" })).toContain("userId_sport_createdAt");
  expect(await planFor({ riskLevel: "insane" })).toContain("userId_riskLevel_createdAt");
});

it("keeps a lost parlay in the sweep until its last leg is known, and drops what is set aside", async () => {
  const predictions = mongoPredictions(connection);
  const parlay = aPrediction([aLeg("a"), aLeg("b")], { id: "prd_lost" });
  await predictions.add(parlay);
  expect(await predictions.add({ ...parlay, stake: 7 })).toMatchObject({ stake: parlay.stake });
  await connection
    .collection("predictions")
    .insertOne({ _id: "prd_bad" as never, dueAt: new Date(0) });
  const isDue = async (id: string) => {
    const { readable, unreadable } = await predictions.findDue(settledAt, 100);
    return [...readable, ...unreadable].some((found) => found.id === id);
  };
  const outcomes = {
    favoriteOutcomes: ["open", "open"],
    closingProbabilities: [0.4, null],
    settlement: { outcome: "lost", returned: 0, profit: -100 },
    settledAt,
  } as const;
  const settle = async (legOutcomes: Outcome[], later: object = {}) =>
    predictions.settle(present(await predictions.find("usr_1", "prd_lost")), {
      ...outcomes,
      favoriteOutcomes: [...outcomes.favoriteOutcomes],
      closingProbabilities: [...outcomes.closingProbabilities],
      legOutcomes,
      ...later,
    });
  expect(await settle(["lost", "open"])).toBe(true);
  expect(await isDue("prd_lost")).toBe(true);
  const performances = mongoPerformances(connection, noMonitor);
  const counted = await performances.countSettled();
  const closing = { closingProbabilities: [0.4, 0.5], settledAt: new Date() };
  expect(await settle(["lost", "won"], closing)).toBe(false);
  expect(await isDue("prd_lost")).toBe(false);
  expect(await predictions.find("usr_1", "prd_lost")).toMatchObject({
    legOutcomes: ["lost", "won"],
    closingProbabilities: [0.4, 0.5],
    outcome: "lost",
    profit: -100,
    settledAt,
  });
  expect(counted).toBe(0);
  expect(await performances.countSettled()).toBe(1);
  expect(await isDue("prd_bad")).toBe(true);
  await predictions.setAside("prd_bad");
  expect(await isDue("prd_bad")).toBe(false);
});
