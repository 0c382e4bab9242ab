import type { MongoClient } from "mongodb";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connect, errorCode, inParallel, testServer } from "./mongo-server.ts";

type Row = { _id: string } & Record<string, unknown>;
type Counter = { _id: string; n: number };

const duplicateKey = 11_000;
let server: Awaited<ReturnType<typeof testServer>>;
const rows = (name: string) => server.db.collection<Row>(name);

const byId = (a: Row, b: Row) => a._id.localeCompare(b._id);

async function addAll(client: MongoClient) {
  const counters = client.db(server.db.databaseName).collection<Counter>("counters");
  for (let i = 0; i < 200; i += 1) await counters.updateOne({ _id: "hits" }, { $inc: { n: 1 } });
}

const setNumber = (id: string, n: number) => ({
  updateOne: { filter: { _id: id }, update: { $set: { n } } },
});

beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server?.stop());

describe("updates of one document", () => {
  it("counts exactly 4,000 when 20 clients increment 200 times each", async () => {
    await rows("counters").insertOne({ _id: "hits", n: 0 });
    const clients = await Promise.all(Array.from({ length: 20 }, () => connect(server.url)));
    await Promise.all(clients.map(addAll));
    await Promise.all(clients.map((client) => client.close()));
    expect(await rows("counters").findOne({ _id: "hits" })).toEqual({ _id: "hits", n: 4_000 });
  });

  it("applies one of 20 concurrent guarded updates", async () => {
    await rows("guarded").insertOne({ _id: "a", version: 1 });
    const tries = Array.from({ length: 20 }, (_, by) =>
      rows("guarded").updateOne({ _id: "a", version: 1 }, { $set: { version: 2, by } }),
    );
    const results = await Promise.all(tries);
    const winners = results.flatMap(({ modifiedCount }, by) => (modifiedCount === 1 ? [by] : []));
    expect(winners).toHaveLength(1);
    expect(await rows("guarded").findOne()).toEqual({ _id: "a", version: 2, by: winners[0] });
  });

  it("gives a job to one of many workers", async () => {
    const jobs = Array.from({ length: 100 }, (_, i) => ({ _id: `j${i}`, state: "waiting", at: i }));
    await rows("jobs").insertMany(jobs);
    await rows("jobs").createIndex({ state: 1, at: 1 });
    const taken: Row[] = [];
    await inParallel(120, 20, async () => {
      const job = await rows("jobs").findOneAndUpdate(
        { state: "waiting" },
        { $set: { state: "taken" } },
        { sort: { at: 1 }, returnDocument: "after", projection: { state: 1 } },
      );
      if (job) taken.push(job);
    });
    const expected = jobs.map(({ _id }) => ({ _id, state: "taken" }));
    expect(taken.toSorted(byId)).toEqual(expected.toSorted(byId));
  });

  it("never shows half of an update", async () => {
    const marks = Array.from({ length: 50 }, (_, i) => [`f${i}`, 0] as const);
    await rows("whole").insertOne({ _id: "a", ...Object.fromEntries(marks), list: [0, 0] });
    const writing = { isDone: false };
    const seenByEach = Array.from({ length: 4 }, () => new Set<number>());
    const read = async (seen: Set<number>) => {
      while (!writing.isDone) {
        const { _id, list, ...fields } = (await rows("whole").findOne()) as Row & {
          list: number[];
        };
        const values = new Set([...Object.values(fields), ...list]);
        expect([...values]).toHaveLength(1);
        seen.add(list[0] as number);
      }
    };
    const readers = Promise.all(seenByEach.map(read));
    // Writes may be much faster than the reader, so wait for it.
    const isEarly = () => seenByEach.some(({ size }) => size <= 5);
    for (let n = 1; n <= 200 || (n <= 5_000 && isEarly()); n += 1) {
      const next = Object.fromEntries(marks.map(([field]) => [field, n]));
      await rows("whole").updateOne({ _id: "a" }, { $set: { ...next, "list.0": n, "list.1": n } });
    }
    writing.isDone = true;
    await readers;
    for (const { size } of seenByEach) expect(size).toBeGreaterThan(5);
  });
});

describe("unique keys", () => {
  it("refuse a duplicate in insert, update and upsert without any change", async () => {
    await rows("users").createIndex({ name: 1 }, { unique: true });
    await rows("users").insertMany([
      { _id: "1", name: "ann" },
      { _id: "2", name: "bob" },
    ]);
    const users = rows("users");
    expect(await errorCode(users.insertOne({ _id: "1", name: "cid" }))).toBe(duplicateKey);
    expect(await errorCode(users.insertOne({ _id: "3", name: "ann" }))).toBe(duplicateKey);
    const rename = users.updateOne({ _id: "2" }, { $set: { name: "ann", extra: 1 } });
    expect(await errorCode(rename)).toBe(duplicateKey);
    const upsert = users.updateOne({ _id: "4" }, { $set: { name: "bob" } }, { upsert: true });
    expect(await errorCode(upsert)).toBe(duplicateKey);
    expect(await users.find().sort({ _id: 1 }).toArray()).toEqual([
      { _id: "1", name: "ann" },
      { _id: "2", name: "bob" },
    ]);
  });

  it("accept one of 20 concurrent inserts of a key", async () => {
    await rows("names").createIndex({ name: 1 }, { unique: true });
    const codes = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        errorCode(rows("names").insertOne({ _id: `n${i}`, name: "x" })),
      ),
    );
    expect(codes.filter((code) => code === undefined)).toHaveLength(1);
    expect(codes.filter((code) => code === duplicateKey)).toHaveLength(19);
    expect(await rows("names").countDocuments({ name: "x" })).toBe(1);
  });

  it("allow many documents without a sparse key, and free an unset key", async () => {
    const mails = rows("mails");
    await mails.createIndex({ email: 1 }, { unique: true, sparse: true });
    await mails.insertMany([{ _id: "1" }, { _id: "2" }, { _id: "3", email: "a@x" }]);
    const take = (id: string) => mails.updateOne({ _id: id }, { $set: { email: "a@x" } });
    expect(await errorCode(take("1"))).toBe(duplicateKey);
    await mails.updateOne({ _id: "3" }, { $unset: { email: "" } });
    expect(await errorCode(take("1"))).toBeUndefined();
    expect(await mails.countDocuments({ email: { $exists: false } })).toBe(2);
    expect(await mails.findOne({ email: "a@x" })).toEqual({ _id: "1", email: "a@x" });
  });

  it("accept equal parts of a compound key and refuse an equal whole", async () => {
    const days = rows("days");
    await days.createIndex({ user: 1, day: 1 }, { unique: true });
    await days.insertMany([
      { _id: "1", user: "a", day: 1 },
      { _id: "2", user: "a", day: 2 },
    ]);
    expect(await errorCode(days.insertOne({ _id: "3", user: "a", day: 2 }))).toBe(duplicateKey);
    expect(await errorCode(days.insertOne({ _id: "3", user: "b", day: 2 }))).toBeUndefined();
  });

  it("do not become an index over documents with duplicates", async () => {
    await rows("twins").insertMany([
      { _id: "1", n: 1 },
      { _id: "2", n: 1 },
    ]);
    const create = () => rows("twins").createIndex({ n: 1 }, { unique: true });
    expect(await errorCode(create())).toBe(duplicateKey);
    await rows("twins").updateOne({ _id: "2" }, { $set: { n: 2 } });
    expect(await errorCode(create())).toBeUndefined();
    expect(
      await rows("twins")
        .find({ n: { $gte: 1 } })
        .toArray(),
    ).toHaveLength(2);
    expect(await errorCode(rows("twins").insertOne({ _id: "3", n: 2 }))).toBe(duplicateKey);
  });
});

describe("commands", () => {
  it("stop an ordered bulk write at its first error and continue an unordered one", async () => {
    const bulk = rows("bulk");
    await bulk.createIndex({ n: 1 }, { unique: true });
    await bulk.insertMany([
      { _id: "1", n: 1 },
      { _id: "2", n: 2 },
      { _id: "3", n: 3 },
    ]);
    const changes = [setNumber("1", 10), setNumber("2", 10), setNumber("3", 30)];
    expect(await errorCode(bulk.bulkWrite(changes))).toBe(duplicateKey);
    expect(await bulk.distinct("n")).toEqual([2, 3, 10]);
    expect(await errorCode(bulk.bulkWrite(changes, { ordered: false }))).toBe(duplicateKey);
    expect(await bulk.distinct("n")).toEqual([2, 10, 30]);
  });

  it("agree in find, count, distinct, aggregate and deleteMany", async () => {
    const bets = rows("bets");
    await bets.createIndex({ sport: 1, at: -1 });
    await bets.insertMany(
      Array.from({ length: 60 }, (_, i) => ({
        _id: `b${String(i).padStart(2, "0")}`,
        sport: ["nba", "nfl", "mlb"][i % 3],
        at: new Date(i * 1_000),
        stake: i,
      })),
    );
    const nba = { sport: "nba", at: { $gte: new Date(30_000) } };
    const newest = bets.find(nba).sort({ at: -1 }).skip(1).limit(2).project({ stake: 1, _id: 0 });
    expect(await newest.toArray()).toEqual([{ stake: 54 }, { stake: 51 }]);
    expect(await bets.countDocuments(nba)).toBe(10);
    expect(await bets.distinct("sport", nba)).toEqual(["nba"]);
    const perSport = bets.aggregate([
      { $match: { at: { $gte: new Date(30_000) } } },
      { $group: { _id: "$sport", stakes: { $sum: "$stake" }, n: { $sum: 1 } } },
      { $sort: { _id: 1 } },
    ]);
    expect(await perSport.toArray()).toEqual([
      { _id: "mlb", stakes: 455, n: 10 },
      { _id: "nba", stakes: 435, n: 10 },
      { _id: "nfl", stakes: 445, n: 10 },
    ]);
    expect((await bets.deleteMany(nba)).deletedCount).toBe(10);
    expect(await bets.countDocuments({ sport: "nba" })).toBe(10);
    expect(await bets.countDocuments()).toBe(50);
  });

  it("drop one index or database and keep others with similar names", async () => {
    await rows("left").createIndex({ n: 1 }, { name: "n" });
    await rows("right").createIndex({ n: 1 }, { name: "n", unique: true });
    await rows("left").dropIndex("n");
    const names = (await rows("right").indexes()).map(({ name }) => name);
    expect(new Set(names)).toEqual(new Set(["_id_", "n"]));
    const longer = server.client.db(`${server.db.databaseName}2`);
    await longer.collection<Row>("kept").insertOne({ _id: "1" });
    await server.client.db(server.db.databaseName.slice(0, -1)).dropDatabase();
    await server.db.dropDatabase();
    expect(await longer.collection("kept").countDocuments()).toBe(1);
    await longer.dropDatabase();
  });
});
