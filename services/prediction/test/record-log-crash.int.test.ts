import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { migrate } from "@orbline/kit/mongo/migrations";
import { testEngines } from "@orbline/kit/testing/engines";
import { eventually } from "@orbline/kit/testing/eventually";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { seededRandom } from "../src/slates/random.ts";
import { migrations } from "../src/store/migrations.ts";
import { leafText } from "../src/proof/leaf.ts";
import { leafHash } from "../src/proof/merkle.ts";
import { mongoLeaves, newPredictions } from "../src/store/proof/leaves.ts";
import { mongoPredictions } from "../src/store/predictions.ts";
import { aLeg, aPrediction, noMonitor } from "../src/testing/predictions.ts";
import { present } from "../src/testing/present.ts";
import { openPredictions } from "./service.ts";
import { killChild } from "./processes.ts";

const main = fileURLToPath(new URL("appending-process.ts", import.meta.url));
const { mongoUrl } = testEngines();

let database: Awaited<ReturnType<typeof openPredictions>>;
const children = new Set<ChildProcess>();

beforeAll(async () => {
  database = await openPredictions(mongoUrl);
  await migrate(database.connection, migrations);
});
afterEach(async () => {
  for (const child of children) await kill(child);
});
afterAll(() => database.close());

const kill = async (child: ChildProcess) => {
  children.delete(child);
  await killChild(child);
};

const startProcess = async () => {
  const child = spawn(process.execPath, [main, mongoUrl], { stdio: ["ignore", "pipe", "inherit"] });
  children.add(child);
  await once(child.stdout, "data");
  return child;
};

it("loses and doubles no leaf, wherever two appending processes are killed", async () => {
  const predictions = mongoPredictions(database.connection);
  const leaves = database.collection("leaves");
  const random = seededRandom("record-log");
  let added = 0;
  for (let round = 0; round < 4; round += 1) {
    const appending = [await startProcess(), await startProcess()];
    const until = Date.now() + 300 + random.uniform() * 400;
    for (let batches = 0; batches < 5 || Date.now() < until; batches += 1) {
      const batch = Array.from({ length: 20 }, () => {
        added += 1;
        return aPrediction([aLeg("a")], { id: `prd_${added}`, createdAt: new Date() });
      });
      await Promise.all(batch.map((one) => predictions.add(one)));
      await delay(random.uniform() * 5);
    }
    for (const child of appending) await kill(child);
  }
  await startProcess();
  await eventually(
    async () =>
      expect(await database.predictions.countDocuments({ toLeaf: { $exists: true } })).toBe(0),
    { timeoutMs: 60_000 },
  );
  const stored = await leaves.find({}, { sort: { _id: 1 } }).toArray();
  expect(stored.map(({ _id }) => Number(_id))).toEqual(Array.from({ length: added }, (_, n) => n));
  expect(new Set(stored.map(({ predictionId }) => String(predictionId))).size).toBe(added);
}, 120_000);

it("gives no second leaf to predictions whose mark outlived a crash between the two writes", async () => {
  for (const child of children) await kill(child);
  const marks = { $set: { toLeaf: new Date() } };
  const leaves = database.collection("leaves");
  const before = await leaves.countDocuments({});
  const last = await leaves.find({}, { sort: { _id: -1 }, limit: 500 }).toArray();
  const ids = last.map(({ predictionId }) => String(predictionId));
  await database.predictions.updateMany({ _id: { $in: ids } } as never, marks);
  const appender = mongoLeaves(database.connection, noMonitor);
  const other = mongoLeaves(database.connection, noMonitor);
  await Promise.all([appender.append(), other.append()]);
  expect(await leaves.countDocuments({})).toBe(before);
  expect(await database.predictions.countDocuments({ toLeaf: { $exists: true } })).toBe(0);
});

it("gives each prediction one leaf of what is stored, of whichever process it is in memory", async () => {
  const { connection } = database;
  const [one, other] = [newPredictions(), newPredictions()];
  const [first, second] = [mongoPredictions(connection, one), mongoPredictions(connection, other)];
  const logs = [mongoLeaves(connection, noMonitor, one), mongoLeaves(connection, noMonitor, other)];
  const favorite = { side: "away", odds: -180 } as const;
  const legs = [aLeg("a", { favorite }), aLeg("b", { probability: 1 / 3 })];
  const ids = Array.from({ length: 70 }, (_, n) => `prd_memory_${n}`);
  const made = ids.map((id) => aPrediction(legs, { id, createdAt: new Date() }));
  await Promise.all(made.map((each, n) => (n % 2 === 0 ? first : second).add(each)));
  await Promise.all(logs.map((log) => log.append().catch(() => undefined)));
  await eventually(async () => {
    await logs[0]?.append();
    expect(await database.predictions.countDocuments({ toLeaf: { $exists: true } })).toBe(0);
  });
  const leaves = database.collection("leaves");
  expect(await leaves.countDocuments({ predictionId: { $in: ids } })).toBe(ids.length);
  for (const id of ids) {
    const leaf = present(await logs[0]?.findOf(id));
    const { salt, prediction } = present(leaf.content);
    expect(leafHash(Buffer.from(leafText(salt, prediction)))).toEqual(leaf.hash);
  }
});

it("gives predictions of an earlier version their leaf, also when the migration runs twice", async () => {
  const { predictions, connection } = database;
  const leaves = database.collection("leaves");
  for (const child of children) await kill(child);
  await predictions.updateMany({}, { $unset: { toLeaf: 1 } });
  await leaves.deleteMany({ _id: { $gte: 100 } } as never);
  const migration = migrations.find(({ name }) => name === "0004-record-log");
  const db = connection.db;
  if (!migration || !db) throw new Error("there is no such migration");
  // A later migration replaces this index, so no database with it runs the earlier one again.
  await predictions.dropIndex("share_slug");
  await migration.up(db);
  await migration.up(db);
  const total = await predictions.countDocuments({});
  expect(await predictions.countDocuments({ toLeaf: { $exists: true } })).toBe(total - 100);
});
