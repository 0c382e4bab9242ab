import { eventually } from "../src/testing/eventually.ts";
import type { Connection } from "mongoose";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createLogger } from "../src/observability/logger.ts";
import { connectMongo, isDuplicateKey } from "../src/mongo/connection.ts";
import { testEngines } from "../src/testing/engines.ts";
import { increment, openThings, type Thing } from "./things.ts";

const logger = createLogger({ service: "test", level: "silent" });
const { mongoUrl } = testEngines();
let connection: Connection;
let things: Awaited<ReturnType<typeof openThings>>;

beforeAll(async () => {
  connection = await connectMongo({ url: mongoUrl, logger });
  things = await openThings(connection, "things");
});
afterAll(() => connection.close());

const rejectionOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

it("applies 50 parallel updates of one aggregate once each, with one decision each", async () => {
  const aggregates = things.open();
  let decisions = 0;
  const updates = Array.from({ length: 50 }, () =>
    aggregates.update("one-process", (current) => {
      decisions += 1;
      return increment(current);
    }),
  );
  const versions = (await Promise.all(updates)).map(({ version }) => version);
  expect(new Set(versions).size).toBe(50);
  expect(decisions).toBe(50);
  expect(await aggregates.find("one-process")).toEqual({ state: { count: 50 }, version: 50 });
});

it("applies the updates of two processes that race for one aggregate", async () => {
  const [one, other] = [things.open(), things.open()];
  let decisions = 0;
  const decide = (current: Thing | undefined) => {
    decisions += 1;
    return increment(current);
  };
  // An update that loses five races is rejected; repeat it, as a caller would.
  await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      eventually(() => (index % 2 === 0 ? one : other).update("two-processes", decide)),
    ),
  );
  expect(await one.find("two-processes")).toEqual({ state: { count: 50 }, version: 50 });
  expect(decisions).toBeGreaterThan(50); // The losers of races decided again.
});

it("rejects with a conflict after five lost races, and leaves the winner's state", async () => {
  const rival = things.open();
  const { collection } = things;
  /** Simulates another process that writes between each read and write. */
  const findOne = async ({ _id: id }: { _id: string }) => {
    const found = await collection.findOne({ _id: id });
    await rival.update(id, increment);
    return found;
  };
  const beaten = {
    findOne,
    updateOne: collection.updateOne.bind(collection),
  } as unknown as typeof collection;
  await rival.create("lost", { state: { count: 0 }, eventType: "thing.created" });
  const error = await rejectionOf(
    things.open(undefined, beaten).update("lost", () => ({
      state: { count: 1_000 },
      eventType: "thing.jumped",
    })),
  );
  expect(error).toMatchObject({ kind: "conflict", code: "write.conflict" });
  expect(await rival.find("lost")).toEqual({ state: { count: 5 }, version: 6 });
});

it("marks each change as pending and reports its id", async () => {
  const notified: string[] = [];
  const aggregates = things.open((id) => notified.push(id));
  await aggregates.create("marked", { state: { count: 1 }, eventType: "thing.created" });
  await aggregates.update("marked", increment);
  expect(notified).toEqual(["marked", "marked"]);
  expect(await things.collection.findOne({ _id: "marked" })).toEqual({
    _id: "marked",
    version: 2,
    pending: 2,
    pendingAt: expect.any(Date) as Date,
    eventType: "thing.counted",
    count: 2,
  });
});

it("writes nothing when the decision is to change nothing", async () => {
  const notified: string[] = [];
  const aggregates = things.open((id) => notified.push(id));
  const absent = await aggregates.update("absent", () => undefined);
  expect(absent).toEqual({ state: undefined, version: 0, changed: false });
  expect(await aggregates.find("absent")).toBeUndefined();
  expect(notified).toEqual([]);
});

const named = (name?: string) => ({
  state: { count: 1, ...(name && { name }) },
  eventType: "thing.named",
});

it("frees an optional unique key when the state no longer has it", async () => {
  const aggregates = things.open();
  await aggregates.create("unnamed-1", named());
  await aggregates.create("unnamed-2", named());
  await aggregates.create("owner", named("taken"));
  expect(isDuplicateKey(await rejectionOf(aggregates.create("other", named("taken"))))).toBe(true);
  expect(await aggregates.find("other")).toBeUndefined();
  const rename = aggregates.update("unnamed-1", () => named("taken"));
  expect(isDuplicateKey(await rejectionOf(rename))).toBe(true);
  await aggregates.update("owner", () => named());
  await aggregates.update("unnamed-1", () => named("taken"));
  expect(await things.collection.findOne({ _id: "owner" })).not.toHaveProperty("name");
});

it("refuses to create the same aggregate twice", async () => {
  const aggregates = things.open();
  const created = { state: { count: 1 }, eventType: "thing.created" };
  const both = await Promise.allSettled([
    aggregates.create("twice", created),
    aggregates.create("twice", created),
  ]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
});

it("turns two concurrent first updates into one creation and one update", async () => {
  await Promise.all([
    things.open().update("first", increment),
    things.open().update("first", increment),
  ]);
  expect(await things.open().find("first")).toEqual({ state: { count: 2 }, version: 2 });
});
