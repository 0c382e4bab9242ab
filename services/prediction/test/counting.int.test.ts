import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { createLogger } from "@orbline/kit/observability/logger";
import { migrate } from "@orbline/kit/mongo/migrations";
import { connectMongo } from "@orbline/kit/mongo/connection";
import { testEngines } from "@orbline/kit/testing/engines";
import { eventually } from "@orbline/kit/testing/eventually";
import type { Connection } from "mongoose";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { addToProfile, noProfile } from "../src/domain/counts/betting-profile.ts";
import { addPrediction, cellKey, cellOf, noPerformance } from "../src/domain/counts/performance.ts";
import { riskLevels } from "../src/domain/risk.ts";
import { seededRandom } from "../src/slates/random.ts";
import { migrations } from "../src/store/migrations.ts";
import { mongoBettingProfiles, mongoPerformances } from "../src/store/counts.ts";
import { mongoPredictions } from "../src/store/predictions.ts";
import { present } from "../src/testing/present.ts";
import { aLeg, aPrediction, noMonitor } from "../src/testing/predictions.ts";
import { type PredictionDocument, toSummaries } from "../src/store/prediction-document.ts";
import { killChild } from "./processes.ts";

const main = fileURLToPath(new URL("counting-process.ts", import.meta.url));
const children = new Set<ChildProcess>();
let connection: Connection;

beforeAll(async () => {
  const logger = createLogger({ service: "test", level: "silent" });
  connection = await connectMongo({ url: testEngines().mongoUrl, logger });
  await migrate(connection, migrations);
});
const kill = async (child: ChildProcess) => {
  children.delete(child);
  await killChild(child);
};
afterEach(async () => {
  for (const child of children) await kill(child);
});
afterAll(() => connection.close());

/** Starts a process that settles and counts, once it is connected. */
const startCounting = async () => {
  const child = spawn(process.execPath, [main, testEngines().mongoUrl], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.add(child);
  await once(present(child.stdout ?? undefined), "data");
  return child;
};

const users = ["usr_a", "usr_b", "usr_c"];

/** Singles and parlays of three users over four weeks, all of them due. */
const addDue = async (from: number, count: number) => {
  const predictions = mongoPredictions(connection);
  const random = seededRandom("due", from);
  const due = Array.from({ length: count }, (_, index) => {
    const n = from + index;
    const day = 1 + Math.floor(random.uniform() * 28);
    const startsAt = new Date(Date.UTC(2026, 10, day, 18));
    const legs = Array.from({ length: 1 + (n % 3) }, (__, leg) =>
      aLeg(`game-${n}-${leg}`, {
        startsAt,
        endsAt: startsAt,
        favorite: { side: "home", odds: -120 },
      }),
    );
    const userId = present(users[n % users.length]);
    const riskLevel = present(riskLevels[n % 2]);
    const stake = Math.round(random.uniform() * 10_000) / 100 + 1;
    return aPrediction(legs, { id: `prd_${n}`, userId, riskLevel, stake });
  });
  await Promise.all(due.map((record) => predictions.add(record)));
};

const allRecords = async () => {
  const found = await connection.collection<PredictionDocument>("predictions").find().toArray();
  return toSummaries(found).readable;
};

const isAllCounted = async () => {
  const predictions = connection.collection("predictions");
  const open = await predictions.countDocuments({ outcome: "open" });
  const marked = await Promise.all(
    ["toProfile", "toPerformance"].map((mark) =>
      predictions.countDocuments({ [mark]: { $exists: true } }),
    ),
  );
  expect([open, ...marked]).toEqual([0, 0, 0]);
};

it("counts every settled prediction once while two processes count and are killed", async () => {
  const random = seededRandom("kills");
  await addDue(0, 150);
  for (let round = 1; round <= 3; round += 1) {
    const both = await Promise.all([startCounting(), startCounting()]);
    await addDue(round * 150, 150);
    await delay(random.uniform() * 300);
    for (const child of both) await kill(child);
  }
  await startCounting();
  await eventually(isAllCounted, { timeoutMs: 60_000 });

  const records = await allRecords();
  expect(records).toHaveLength(600);
  // The mark of a notice is stored by the write that settles.
  expect(records.filter(({ isUnread }) => isUnread)).toHaveLength(600);
  const profiles = mongoBettingProfiles(connection, noMonitor);
  for (const userId of users) {
    const own = records.filter((record) => record.userId === userId);
    expect(await profiles.find(userId)).toMatchObject(own.reduce(addToProfile, noProfile));
  }
  const cells = await mongoPerformances(connection, noMonitor).all();
  const rebuilt = Map.groupBy(records, (record) => cellKey(cellOf(record)));
  expect(cells.map(cellKey)).toEqual([...rebuilt.keys()].toSorted());
  for (const cell of cells)
    expect(cell).toMatchObject(
      present(rebuilt.get(cellKey(cell))).reduce(addPrediction, noPerformance),
    );
}, 300_000);

it("counts nothing in a second run", async () => {
  const profiles = mongoBettingProfiles(connection, noMonitor);
  const before = await profiles.find("usr_a");
  expect(await profiles.countSettled()).toBe(0);
  expect(await mongoPerformances(connection, noMonitor).countSettled()).toBe(0);
  expect(await profiles.find("usr_a")).toEqual(before);
});

it("reports an unreadable prediction, leaves it out and counts the others", async () => {
  const fields = { outcome: "won", settledAt: new Date(), toProfile: "usr_d" } as const;
  const good = aPrediction([aLeg("a")], { id: "prd_good", userId: "usr_d" });
  const bad = { ...good, id: "prd_bad" };
  for (const one of [good, bad]) await mongoPredictions(connection).add(one);
  const predictions = connection.collection<PredictionDocument>("predictions");
  await predictions.updateMany({ userId: "usr_d" }, { $set: fields, $unset: { dueAt: 1 } });
  await predictions.updateOne({ _id: "prd_bad" }, { $set: { stake: "ten" as never } });
  const reported: string[] = [];
  const profiles = mongoBettingProfiles(connection, {
    reportUnreadable: ({ id, reason }) => void reported.push(`${id} ${reason}`),
  });
  expect(await profiles.countSettled()).toBe(1);
  expect(await profiles.find("usr_d")).toMatchObject({ settled: 1, won: 1 });
  expect(reported).toEqual([expect.stringMatching(/^prd_bad stake: /)]);
  const page = await mongoPredictions(connection).list({ userId: "usr_d", limit: 10 });
  expect(page.predictions.map(({ id }) => id)).toEqual(["prd_good"]);
});
