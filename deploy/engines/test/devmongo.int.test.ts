import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createConnection } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Db, MongoClient } from "mongodb";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mongoCommand } from "../src/mongo.ts";
import { type Engines, startEngines } from "../src/engines.ts";
import { freePort } from "../src/ports.ts";
import { connect, errorCode } from "./mongo-server.ts";

const notSupported = 20;
let dataDir: string;
let engines: Engines;
let client: MongoClient;
let db: Db;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "orbline-devmongo-"));
  engines = await startEngines({ dataDir, kafka: false, redis: false, mongoBackend: "devmongo" });
  client = await connect(engines.mongoUrl);
  db = client.db("refusals");
  await db.collection("things").insertOne({ n: 1 });
});
afterAll(async () => {
  await client?.close();
  await engines?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const portOf = (url: string) => Number(new URL(url).port);

const canConnect = (host: string, port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = createConnection({ host, port });
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });

/** Runs a second devmongo to its end. */
function runSecond(folder: string, port: number) {
  const { command, args } = mongoCommand(folder, port, "devmongo");
  const { status, stderr } = spawnSync(command, args, { encoding: "utf8", timeout: 20_000 });
  return { status, lines: stderr.trim().split("\n") };
}

describe("devmongo refuses", () => {
  it("a session of the driver", async () => {
    const session = client.startSession();
    const insert = db.collection("things").insertOne({ n: 2 }, { session });
    await expect(insert).rejects.toThrow("does not support sessions");
    await session.endSession();
    expect(await db.collection("things").countDocuments()).toBe(1);
  });

  it("a transaction of the driver", async () => {
    const run = client.withSession((session) =>
      session.withTransaction(() => db.collection("things").insertOne({ n: 2 }, { session })),
    );
    await expect(run).rejects.toThrow(/session|[Tt]ransaction/);
    expect(await db.collection("things").countDocuments()).toBe(1);
  });

  it.each([
    ["a session id", { find: "things", lsid: { id: 1 } }],
    ["a transaction", { insert: "things", documents: [{}], txnNumber: 1, autocommit: false }],
    ["a commit", { commitTransaction: 1 }],
    ["an abort", { abortTransaction: 1 }],
    ["a snapshot", { find: "things", readConcern: { level: "snapshot" } }],
    ["a collation", { find: "things", collation: { locale: "en" } }],
    ["a pipeline update", { update: "things", updates: [{ q: {}, u: [{ $set: { n: 2 } }] }] }],
    ["a change stream", { aggregate: "things", pipeline: [{ $changeStream: {} }], cursor: {} }],
    ["a validator", { create: "checked", validator: { n: 1 } }],
    [
      "a partial index",
      {
        createIndexes: "things",
        indexes: [{ key: { n: 1 }, name: "n", partialFilterExpression: { n: 1 } }],
      },
    ],
    ["a text index", { createIndexes: "things", indexes: [{ key: { n: "text" }, name: "n" }] }],
  ])("%s in a command", async (_what, command) => {
    expect(await errorCode(db.command(command))).toBe(notSupported);
    expect(await db.collection("things").countDocuments({ n: 1 })).toBe(1);
    expect(await db.collection("things").countDocuments()).toBe(1);
  });
});

describe("a devmongo process", () => {
  it("reports the index of a query in explain", async () => {
    const planned = db.collection("planned");
    await planned.createIndex({ state: 1, at: 1 }, { name: "state_at" });
    const plan = async (filter: object) =>
      (await planned.find(filter).sort({ at: -1 }).limit(5).explain())["queryPlanner"].winningPlan;
    expect(await plan({ state: "due", at: { $lt: new Date() } })).toMatchObject({
      inputStage: { stage: "IXSCAN", indexName: "state_at", range: true, sorted: true },
    });
    expect(await plan({ other: 1 })).toEqual({ stage: "COLLSCAN" });
  });

  it("sends a large result in parts", async () => {
    const large = Array.from({ length: 2_500 }, (_, n) => ({ n, text: "x".repeat(100) }));
    await db.collection("large").insertMany(large);
    expect(await db.collection("large").find().toArray()).toHaveLength(2_500);
    const parts = db.collection("large").find().sort({ n: 1 }).batchSize(7);
    expect((await parts.toArray()).map(({ n }) => n)).toEqual(large.map(({ n }) => n));
  });

  it("listens on 127.0.0.1 only", async () => {
    const port = portOf(engines.mongoUrl);
    expect(await canConnect("127.0.0.1", port)).toBe(true);
    expect(await canConnect("127.0.0.2", port)).toBe(false);
  });

  it("does not open a file that another process uses", async () => {
    const { status, lines } = runSecond(join(dataDir, "mongo"), await freePort());
    expect(status).toBe(1);
    expect(lines).toEqual([expect.stringMatching(/^devmongo: .*is in use by another process$/)]);
    expect(await db.collection("things").countDocuments()).toBe(1);
  });

  it("prints one line when its port is taken", () => {
    const { status, lines } = runSecond(join(dataDir, "second"), portOf(engines.mongoUrl));
    expect(status).toBe(1);
    expect(lines).toEqual([
      expect.stringMatching(/^devmongo: cannot listen on 127\.0\.0\.1:\d+: /),
    ]);
  });
});
