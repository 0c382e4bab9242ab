import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { MongoClient } from "mongodb";
import { MongoNetworkError, MongoServerError } from "mongodb";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Engines, startEngines } from "../src/engines.ts";
import { connect, errorCode, inParallel } from "./mongo-server.ts";

type Row = { _id: string; group: number; n: number; text?: string };

let engines: Engines;
let client: MongoClient;
const dataDir = mkdtempSync(join(tmpdir(), "orbline-crash-"));
const rows = (name: string) => client.db("crash").collection<Row>(name);

beforeAll(async () => {
  engines = await startEngines({ dataDir, kafka: false, redis: false });
  client = await connect(engines.mongoUrl);
});
afterAll(async () => {
  await client?.close();
  await engines?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Repeats a write until it is acknowledged, because a lost connection hides whether it happened. */
async function untilAcknowledged(write: () => Promise<unknown>): Promise<void> {
  for (;;) {
    try {
      await write();
      return;
    } catch (error) {
      if (error instanceof MongoServerError && error.code === 11_000) return;
      const isLost =
        error instanceof MongoNetworkError ||
        /pool .*cleared|connection .*closed/i.test(String(error));
      if (!isLost) throw error;
    }
  }
}

/** The newer of the two journal files and its content. */
function newestJournal(): [string, Buffer] {
  const generation = ([, contents]: [string, Buffer]) => contents.readBigInt64BE();
  const files = ["devmongo.mv.journal", "devmongo.mv.journal.2"].map((name) => {
    const file = join(dataDir, "mongo", name);
    return [file, readFileSync(file)] satisfies [string, Buffer];
  });
  const [first, second] = files as [[string, Buffer], [string, Buffer]];
  return generation(first) > generation(second) ? first : second;
}

/** Kills the server and restarts it with its data. */
async function crash() {
  await engines.kill("mongo");
  await engines.restart("mongo");
}

describe("a server that is killed", () => {
  it("loses none of 2,000 acknowledged inserts over three kills", async () => {
    const inserts = rows("inserts");
    await inserts.createIndex({ group: 1, n: 1 });
    const acknowledged = new Set<string>();
    const crashAt = new Set([400, 1_000, 1_600]);
    const lost: string[] = [];
    await inParallel(2_000, 12, async (n) => {
      // Long enough for many saves of the journal between the kills.
      const doc = { _id: `i${n}`, group: n % 10, n, text: "x".repeat(10_000) };
      await untilAcknowledged(() => inserts.insertOne(doc));
      acknowledged.add(doc._id);
      if (!crashAt.delete(acknowledged.size)) return;
      const before = [...acknowledged];
      await crash();
      const kept = new Set(await inserts.distinct("_id"));
      lost.push(...before.filter((id) => !kept.has(id)));
    });
    expect([...crashAt]).toEqual([]);
    expect(lost).toEqual([]);
    const all = await inserts.find({}, { projection: { _id: 1 } }).toArray();
    expect(new Set(all.map(({ _id }) => _id))).toEqual(acknowledged);
    for (let group = 0; group < 10; group += 1) {
      expect(await inserts.countDocuments({ group, n: { $gte: 0 } })).toBe(200);
    }
  });

  it("keeps every acknowledged update of concurrently changed documents", async () => {
    const updates = rows("updates");
    await updates.createIndex({ group: 1 });
    const docs = Array.from({ length: 8 }, (_, i) => ({ _id: `u${i}`, group: 0, n: 0 }));
    await updates.insertMany(docs);
    const acknowledged = docs.map(() => 0);
    const states: { before: number[]; after: number[]; byIndex: number }[] = [];
    let done = 0;
    const count = async ({ _id }: Row, i: number) => {
      for (let n = 1; n <= 100; n += 1) {
        const next = { $set: { n, group: n % 3 } };
        await untilAcknowledged(() => updates.updateOne({ _id, n: { $lt: n } }, next));
        acknowledged[i] = n;
        done += 1;
        if (done % 250 !== 0) continue;
        const before = [...acknowledged];
        await crash();
        const after = await updates.find().sort({ _id: 1 }).toArray();
        const byIndex = await updates.countDocuments({ group: { $in: [0, 1, 2] } });
        states.push({ before, after: after.map((doc) => doc.n), byIndex });
      }
    };
    await Promise.all(docs.map(count));
    expect(states).toHaveLength(3);
    for (const { before, after, byIndex } of states) {
      expect(after.filter((n, i) => n < (before[i] ?? 0))).toEqual([]);
      expect(byIndex).toBe(8);
    }
    expect((await updates.find().toArray()).map(({ n }) => n)).toEqual(docs.map(() => 100));
  });

  it("ignores an incomplete group of changes and keeps the groups before it", async () => {
    const torn = rows("torn");
    const add = (n: number) =>
      untilAcknowledged(() => torn.insertOne({ _id: `t${n}`, group: 0, n }));
    await add(0);
    await add(1);
    await engines.kill("mongo");
    const [journal, kept] = newestJournal();
    // The same group without its last byte, which was never acknowledged.
    writeFileSync(journal, Buffer.concat([kept, kept.subarray(8, -1)]));
    await engines.restart("mongo");
    await add(2);
    await crash();
    await untilAcknowledged(async () => {
      expect(await torn.distinct("_id")).toEqual(["t0", "t1", "t2"]);
    });
  });

  it("serves the same client again with its indexes", async () => {
    const kept = rows("kept");
    await kept.createIndexes([
      { key: { n: 1 }, name: "n", unique: true },
      { key: { group: 1, n: -1 }, name: "group_n", sparse: true },
    ]);
    await kept.insertMany([
      { _id: "1", group: 1, n: 1 },
      { _id: "2", group: 1, n: 2 },
    ]);
    const before = await kept.indexes();
    for (const end of [() => engines.kill("mongo"), async () => undefined]) {
      await end();
      await engines.restart("mongo");
      const ids = async () =>
        (await kept.find({ group: 1 }).sort({ n: -1 }).toArray()).map(({ _id }) => _id);
      await untilAcknowledged(async () => expect(await ids()).toEqual(["2", "1"]));
      expect(await kept.indexes()).toEqual(before);
      expect(await errorCode(kept.insertOne({ _id: "3", group: 1, n: 2 }))).toBe(11_000);
    }
  });
});
