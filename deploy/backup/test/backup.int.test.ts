import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Engines, startEngines } from "@orbline/engines/engines";
import type { KafkaConnection } from "@orbline/kit/kafka/connection";
import { connectMongo } from "@orbline/kit/mongo/connection";
import { createLogger } from "@orbline/kit/observability/logger";
import { testEngines } from "@orbline/kit/testing/engines";
import { failTest, testKafka } from "@orbline/kit/testing/kafka";
import { auditHead } from "@orbline/proto/states";
import { type Connection, mongo } from "mongoose";
import { afterAll, beforeAll, expect, it } from "vitest";
import { backUp } from "../src/backup.ts";
import { restore } from "../src/restore.ts";
import { type Target, withConnections } from "../src/target.ts";
import { newestMessages, stateTopics } from "../src/topics.ts";

const { mongoUrl, brokers, prefix } = testEngines();
const database = new URL(mongoUrl).pathname.slice(1);
const source: Target = {
  mongoUrl: new URL("/", mongoUrl).href,
  kafka: { brokers },
  namespace: prefix,
  databases: [`${database}_one`, `${database}_two`],
};
const logger = createLogger({ service: "test", level: "silent" });

let folder: string;
let empty: Engines;
let target: Target;
let connection: Connection;
let kafka: KafkaConnection;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "orbline-backup-"));
  empty = await startEngines({ redis: false });
  target = { ...source, mongoUrl: empty.mongoUrl, kafka: { brokers: [empty.kafkaBrokers] } };
  connection = await connectMongo({ url: source.mongoUrl, logger });
  kafka = await testKafka({ brokers });
  await fill();
});
afterAll(async () => {
  await kafka.close();
  for (const name of source.databases) await connection.getClient().db(name).dropDatabase();
  await connection.close();
  await empty.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Documents with every type that the services store, more than one batch of them, and messages with a tombstone. */
async function fill() {
  const [one = "", two = ""] = source.databases;
  const client = connection.getClient();
  const users = client.db(one).collection<{ _id: string }>("users");
  await users.createIndexes([
    { key: { email: 1 }, name: "email", unique: true, sparse: true },
    { key: { usernameLower: 1, _id: -1 }, name: "username" },
  ]);
  const documents = Array.from({ length: 1_203 }, (_, index) => ({
    _id: `user-${index}`,
    email: `${index}@example.com`,
    usernameLower: `ü${index}`,
    cents: index * 1_000_000_007,
    share: index / 3,
    whole: new mongo.Double(index),
    long: mongo.Long.fromString("9007199254740993"),
    at: new Date(index),
    bytes: Buffer.from([index % 256, 0]),
    nested: { list: [1, "two", null, { three: true }] },
  }));
  await users.insertMany(documents);
  const entries = client.db(two).collection<{ _id: number; hash: string }>("audit_entries");
  await entries.insertMany([
    { _id: 1, hash: "aa" },
    { _id: 2, hash: "bb" },
  ]);
  await client
    .db(two)
    .collection("empty")
    .createIndex({ dueAt: 1 }, { name: "dueAt", sparse: true });

  await client.db(two).createCollection("unused");

  await kafka.ensureTopics(stateTopics(prefix));
  const publish = (topic: string, key: string, seq: number, value: Buffer | null) =>
    kafka.publish({
      topic: `${prefix}${topic}`,
      key,
      value,
      type: "test.changed",
      source: "test",
      seq,
      time: new Date(seq),
    });
  for (let seq = 1; seq <= 3; seq += 1) {
    await publish("identity.users", "user-1", seq, Buffer.from(`state ${seq}`));
    await publish("identity.users", "user-2", seq, seq === 3 ? null : Buffer.from("state"));
  }
  const head = (number: number, hash: string) => auditHead.encode({ number, hash, atMs: number });
  await publish("admin.audit_heads", "1", 1, head(1, "aa"));
  await publish("admin.audit_heads", "2", 2, head(2, "bb"));
}

/** Everything in the databases: documents with the types of their values, and indexes. */
const contentOf = ({ databases, ...engines }: Target) =>
  withConnections({ ...engines, databases }, async ({ mongo: opened }) => {
    const content: Record<string, unknown> = {};
    for (const name of databases) {
      const db = opened.getClient().db(name);
      for (const { name: collection } of await db.listCollections().toArray()) {
        const options = { promoteValues: false, sort: { _id: 1 } } as const;
        content[`${name}.${collection}`] = {
          documents: await db.collection(collection).find({}, options).toArray(),
          indexes: (await db.collection(collection).indexes()).toSorted(byName),
        };
      }
    }
    return content;
  });

/** The newest message of every key, by topic. */
const messagesOf = (engines: Target) =>
  withConnections(engines, async ({ kafka: broker }) => {
    const found: Record<string, unknown[]> = {};
    for (const { name } of stateTopics(prefix))
      found[name] = (await newestMessages(broker, name)).map(
        ({ key, value, headers, timestamp }) => ({ key, value, headers, timestamp }),
      );
    return found;
  });

const byName = (a: { name?: string }, b: { name?: string }) =>
  String(a.name).localeCompare(String(b.name));

const newFolder = (name: string) => join(folder, name);

it("restores every document, index and newest message into empty engines", async () => {
  const manifest = await backUp(source, newFolder("whole"));
  expect(manifest.collections.map(({ name, count }) => [name, count])).toEqual([
    ["users", 1_203],
    ["audit_entries", 2],
    ["empty", 0],
    ["unused", 0],
  ]);
  expect(manifest.auditHead).toEqual({ number: 2, hash: "bb" });

  expect(await restore(target, newFolder("whole"))).toEqual(manifest);
  expect(await contentOf(target)).toEqual(await contentOf(source));
  const messages = await messagesOf(source);
  expect(await messagesOf(target)).toEqual(messages);
  expect(messages[`${prefix}identity.users`]).toMatchObject([
    { value: Buffer.from("state 3") },
    { value: null },
  ]);
});

it("refuses a target that is not empty, and a folder that is not empty", async () => {
  const whole = newFolder("whole");
  await expect(restore(target, whole)).rejects.toThrow(`the database ${database}_one is not empty`);
  await expect(backUp(source, whole)).rejects.toThrow("is not empty");
});

it("refuses topics with messages even when the databases are empty", async () => {
  await withConnections(target, async ({ mongo: opened }) => {
    for (const name of target.databases) await opened.getClient().db(name).dropDatabase();
  });
  await expect(restore(target, newFolder("whole"))).rejects.toThrow("topics are not empty");
});

it("refuses a folder without a manifest, and one with a changed file, before it writes", async () => {
  const incomplete = newFolder("incomplete");
  await expect(restore(target, incomplete)).rejects.toThrow("it has no manifest.json");
  await backUp(source, incomplete);
  const file = join(incomplete, `${database}_one`, "users.bson.gz");
  const bytes = readFileSync(file);
  bytes[100] = (bytes[100] ?? 0) ^ 1;
  writeFileSync(file, bytes);
  await expect(restore(target, incomplete)).rejects.toThrow("is not the file that was backed up");
});

it("makes files that only their owner can read", () => {
  const files = readdirSync(newFolder("whole"), { recursive: true, withFileTypes: true });
  for (const entry of files)
    expect(statSync(join(entry.parentPath, entry.name)).mode & 0o077).toBe(0);
});

it("refuses to run while a service consumes messages", async () => {
  const consumer = await kafka.consume({
    groupId: `${prefix}admin`,
    handlers: { [`${prefix}identity.users`]: async () => undefined },
    fail: failTest,
  });
  try {
    await expect
      .poll(() => backUp(source, newFolder("never")).then(String, String), { timeout: 30_000 })
      .toContain(`stop the services first: ${prefix}admin still runs`);
  } finally {
    await consumer.close();
  }
});
