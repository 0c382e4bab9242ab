import type { Connection, mongo } from "mongoose";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { connectMongo, insertOnce } from "../src/mongo/connection.ts";
import { type DueItem, dueItems, startDueWorker } from "../src/mongo/due-items.ts";
import { createLogger } from "../src/observability/logger.ts";
import { testEngines } from "../src/testing/engines.ts";
import { eventually } from "../src/testing/eventually.ts";
import { testLifecycle } from "../src/testing/lifecycle.ts";

type Job = { _id: string; dueAt?: Date; attempts?: number; result?: string };

const logger = createLogger({ service: "test", level: "silent" });
let connection: Connection;
let jobs: mongo.Collection<Job>;
let stops: (() => Promise<void>)[] = [];
let aheadMs = 0;
const clock = { now: () => new Date(Date.now() + aheadMs) };

beforeAll(async () => {
  connection = await connectMongo({ url: testEngines().mongoUrl, logger });
  jobs = connection.collection<Job>("jobs");
  await jobs.createIndex({ dueAt: 1 }, { sparse: true });
});
beforeEach(() => {
  aheadMs = 0;
});
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
  await jobs.deleteMany({});
});
afterAll(() => connection.close());

const open = () => dueItems({ collection: jobs, clock });
const put = (id: string, dueAt = clock.now()) => jobs.insertOne({ _id: id, dueAt });

const claimed = async (leaseMs = 60_000): Promise<DueItem<Job>> => {
  const item = await open().claim(leaseMs);
  if (!item) throw new Error("no work is due");
  return item;
};

it("leases due work to one caller until the lease ends", async () => {
  await put("a");
  await put("later", new Date(Date.now() + 600_000));
  expect(await open().claim(60_000)).toMatchObject({ id: "a", attempts: 0 });
  expect(await open().claim(60_000)).toBeUndefined();
  aheadMs = 61_000;
  expect(await open().claim(60_000)).toMatchObject({ id: "a", attempts: 1 });
});

it("writes the result and ends the work in one update", async () => {
  await put("a");
  expect(await open().done(await claimed(), { $set: { result: "ok" } })).toBe(true);
  expect(await jobs.findOne()).toEqual({ _id: "a", attempts: 1, result: "ok" });
});

it("makes failed work due again after a delay that doubles", async () => {
  await put("a");
  // This clock moves only by `wait`. With the time of a busy machine, the second delay could end too early.
  let now = clock.now();
  const wait = (ms: number) => (now = new Date(now.getTime() + ms));
  const items = dueItems({ collection: jobs, clock: { now: () => now } });
  const fail = async () => {
    const item = await items.claim();
    if (!item) throw new Error("no work is due");
    await items.retryLater(item);
  };
  await fail();
  wait(1_001);
  await fail();
  wait(1_400);
  expect(await items.claim()).toBeUndefined();
  wait(601);
  expect(await items.claim()).toMatchObject({ id: "a", attempts: 2 });
});

it("refuses the result of a worker whose lease another worker has taken over", async () => {
  await put("a");
  const slow = await claimed(10);
  aheadMs = 20;
  const holder = await claimed();
  expect(await open().done(slow)).toBe(false);
  expect(await open().retryLater(slow)).toBe(false);
  expect(await open().done(holder)).toBe(true);
});

it("keeps work that was scheduled again during the lease", async () => {
  await put("a");
  const item = await claimed();
  await jobs.updateOne({ _id: "a" }, { $set: { dueAt: clock.now() } });
  expect(await open().done(item)).toBe(false);
  expect(await open().claim()).toMatchObject({ id: "a" });
});

it("returns the time until the next work is due", async () => {
  expect(await open().nextInMs()).toBeUndefined();
  await put("a", new Date(Date.now() + 60_000));
  const inMs = (await open().nextInMs()) ?? 0;
  expect(inMs).toBeGreaterThan(50_000);
  expect(inMs).toBeLessThanOrEqual(60_000);
});

it("works once on each of a hundred items with three workers, and again on failed ones", async () => {
  const done: string[] = [];
  const failed = new Set<string>();
  const start = () => {
    const { lifecycle, stop } = testLifecycle();
    stops.push(stop);
    const items = open();
    const work = async (item: DueItem<Job>) => {
      if (Number(item.id) % 10 === 0 && !failed.has(item.id)) {
        failed.add(item.id);
        return items.retryLater(item);
      }
      done.push(item.id);
      return items.done(item);
    };
    return startDueWorker({ logger, lifecycle }, { name: "jobs", items, work });
  };
  const workers = [start(), start(), start()];
  const ids = Array.from({ length: 100 }, (_, index) => String(index).padStart(3, "0"));
  await Promise.all(ids.map((id) => put(id)));
  for (const worker of workers) worker.wake();
  await eventually(async () =>
    expect(await jobs.countDocuments({ dueAt: { $gt: new Date(0) } })).toBe(0),
  );
  expect(done.toSorted()).toEqual(ids);
});

it("claims no more work after the service has stopped, and waits for work in progress", async () => {
  const { lifecycle, stop } = testLifecycle();
  const items = open();
  const { promise, resolve } = Promise.withResolvers<void>();
  const work = async (item: DueItem<Job>) => {
    await promise;
    await items.done(item, { $set: { result: "ok" } });
  };
  await put("a");
  const worker = startDueWorker({ logger, lifecycle }, { name: "jobs", items, work });
  await eventually(async () => expect(await jobs.findOne()).toMatchObject({ attempts: 1 }));
  const stopped = stop();
  resolve();
  await stopped;
  expect(await jobs.findOne({ _id: "a" })).toMatchObject({ result: "ok" });
  await put("b");
  worker.wake();
  expect(await items.claim()).toMatchObject({ id: "b", attempts: 0 });
});

it("inserts a document once", async () => {
  expect(await insertOnce(jobs.insertOne({ _id: "a" }))).toBe(true);
  expect(await insertOnce(jobs.insertOne({ _id: "a" }))).toBe(false);
});
