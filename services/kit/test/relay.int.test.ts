import { setTimeout as sleep } from "node:timers/promises";
import type { Connection } from "mongoose";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import type { EventRecord, Publish } from "../src/kafka/event.ts";
import type { KafkaConnection } from "../src/kafka/connection.ts";
import { currentContext, withContext } from "../src/observability/context.ts";
import { createLogger } from "../src/observability/logger.ts";
import { connectMongo } from "../src/mongo/connection.ts";
import { createRelay, type Relay } from "../src/mongo/relay.ts";
import { testEngines } from "../src/testing/engines.ts";
import { eventually } from "../src/testing/eventually.ts";
import { readTopic, testKafka } from "../src/testing/kafka.ts";
import { runScript } from "./run-script.ts";
import { increment, openThings, type ThingDocument } from "./things.ts";

const logger = createLogger({ service: "test", level: "silent" });
const { mongoUrl, brokers, prefix } = testEngines();
let connection: Connection;
let kafka: KafkaConnection;
const stops: (() => Promise<void>)[] = [];

beforeAll(async () => {
  connection = await connectMongo({ url: mongoUrl, logger });
  kafka = await testKafka({ brokers });
});
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});
afterAll(async () => {
  await kafka.close();
  await connection.close();
});

const encode = ({ count, deleted }: ThingDocument) => (deleted ? null : Buffer.from(String(count)));

/** A new collection, and a function that starts relays for it. */
const openCase = async (name: string) => {
  const things = await openThings(connection, name);
  const relay = (publish: Publish, topic = `${prefix}${name}`): Relay => {
    const opened = createRelay<ThingDocument>({
      collection: things.collection,
      topic,
      source: "test",
      encode,
      publish,
      logger,
    });
    stops.push(opened.stop);
    return opened;
  };
  const isSettled = async () =>
    expect(await things.collection.countDocuments({ pending: { $exists: true } })).toBe(0);
  return { ...things, relay, isSettled };
};

const recorder = () => {
  const records: EventRecord[] = [];
  const publish: Publish = async (record) => void records.push(record);
  const states = () => records.map(({ key, value, seq }) => `${key}=${String(value)}@${seq}`);
  return { records, publish, states };
};

it("publishes a change at once with its version and event type, and clears the mark", async () => {
  const { open, relay, isSettled, collection } = await openCase("at_once");
  const { publish, records } = recorder();
  const { notify } = relay(publish);
  await open(notify).update("a", increment);
  await eventually(isSettled);
  expect(records).toEqual([
    {
      topic: `${prefix}at_once`,
      key: "a",
      value: Buffer.from("1"),
      type: "thing.counted",
      source: "test",
      seq: 1,
      time: expect.any(Date) as Date,
    },
  ]);
  expect(await collection.findOne({ _id: "a" })).not.toHaveProperty("pendingAt");
});

it("publishes changes on start that an earlier process saved but did not publish", async () => {
  const { open, relay, isSettled } = await openCase("left_behind");
  const died = open();
  for (let index = 0; index < 250; index += 1) await died.update(`a${index}`, increment);
  const { publish, states } = recorder();
  relay(publish).start();
  await eventually(isSettled);
  expect(new Set(states()).size).toBe(250);
});

it("publishes a change of a process that was killed before it could publish", async () => {
  const { relay, isSettled, collection } = await openCase("killed");
  const { code, output } = await runScript("relay-process.ts", [mongoUrl, "killed"]);
  expect([code, output]).toEqual([null, "saved\n"]);
  expect(await collection.countDocuments({ pending: { $exists: true } })).toBe(3);
  const { publish, states } = recorder();
  relay(publish).start();
  await eventually(isSettled);
  expect(states().toSorted()).toEqual(["a=2@2", "b=1@1", "c=1@1"]);
});

/** Delays records like a busy machine. */
const delayed =
  (publish: Publish): Publish =>
  async (record) => {
    await sleep(Math.random() * 30);
    await publish(record);
  };

it("leaves the newest state last on the topic when two relays race over 1,000 updates", async () => {
  const { open, relay, isSettled } = await openCase("race");
  const topic = { name: `${prefix}race`, partitions: 1 };
  await kafka.ensureTopics([topic]);
  const other = await testKafka({ brokers, clientId: "other" });
  stops.unshift(other.close);
  const relays = [relay(delayed(kafka.publish)), relay(delayed(other.publish))];
  const received = await readTopic(kafka, topic.name);
  const aggregates = open((id) => relays.forEach(({ notify }) => notify(id)));
  for (let round = 0; round < 100; round += 1)
    await Promise.all(Array.from({ length: 10 }, () => aggregates.update("hot", increment)));
  await eventually(isSettled);
  for (const { stop } of relays) await stop();
  await eventually(() => expect(received.at(-1)).toMatchObject({ seq: 1_000 }));
  expect(String(received.at(-1)?.value)).toBe("1000");
});

it("publishes again when a newer state was published during a slow publish", async () => {
  const { open, relay, isSettled } = await openCase("late");
  const { publish, states } = recorder();
  let release: (() => void) | undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let isHeld = true;
  const slow = relay(async (record) => {
    if (isHeld) {
      isHeld = false;
      await held;
    }
    await publish(record);
  });
  const aggregates = open();
  await aggregates.update("a", increment);
  slow.notify("a");
  await eventually(() => expect(isHeld).toBe(false));
  await aggregates.update("a", increment);
  relay(publish).notify("a");
  await eventually(isSettled);
  expect(states()).toEqual(["a=2@2"]);
  release?.();
  await eventually(() => expect(states()).toEqual(["a=2@2", "a=1@1", "a=2@2"]));
});

it("retries a failed publish, also when another relay has cleared the mark", async () => {
  const { open, relay, isSettled } = await openCase("failing");
  const { publish, states } = recorder();
  let failures = 0;
  let isDown = true;
  const failing = relay(async (record) => {
    if (!isDown) return publish(record);
    failures += 1;
    throw new Error("no broker");
  });
  failing.start();
  await open(failing.notify).update("a", increment);
  await eventually(() => expect(failures).toBeGreaterThan(0));
  relay(publish).notify("a");
  await eventually(isSettled);
  expect(states()).toEqual(["a=1@1"]);
  const failuresBefore = failures;
  await eventually(() => expect(failures).toBeGreaterThan(failuresBefore));
  isDown = false;
  await eventually(() => expect(states()).toEqual(["a=1@1", "a=1@1"]));
});

it("never publishes one aggregate twice at the same time", async () => {
  const { open, relay, isSettled } = await openCase("single");
  const { publish, states } = recorder();
  let running = 0;
  let most = 0;
  const { notify } = relay(async (record) => {
    running += 1;
    most = Math.max(most, running);
    await publish(record);
    running -= 1;
  });
  const aggregates = open(notify);
  await Promise.all(Array.from({ length: 50 }, () => aggregates.update("a", increment)));
  await eventually(isSettled);
  expect(most).toBe(1);
  expect(states().at(-1)).toBe("a=50@50");
});

it("publishes a tombstone for a deleted aggregate and removes its document", async () => {
  const { open, relay, collection } = await openCase("deleted");
  const { publish, states } = recorder();
  const { notify } = relay(publish);
  const aggregates = open();
  await aggregates.update("a", increment);
  await aggregates.update("a", (current) => ({
    state: { count: current?.count ?? 0, deleted: true },
    eventType: "thing.deleted",
  }));
  notify("a");
  await eventually(async () => expect(await collection.findOne({ _id: "a" })).toBeNull());
  expect(states()).toEqual(["a=null@2"]);
});

it("publishes the tombstone again when the document was removed during an older publish", async () => {
  const { open, relay, collection } = await openCase("gone");
  const { publish, states } = recorder();
  await open().update("a", increment);
  const { notify } = relay(async (record) => {
    if (record.seq === 1) await collection.deleteOne({ _id: "a" });
    await publish(record);
  });
  notify("a");
  await eventually(() => expect(states()).toEqual(["a=1@1", "a=null@2"]));
});

it("publishes in the context of the request that changed the aggregate, also after a failure", async () => {
  const { open, relay, isSettled } = await openCase("causes");
  const seen: (string | undefined)[] = [];
  const { notify, start } = relay(async () => {
    seen.push(currentContext()?.requestId);
    if (seen.length === 1) throw new Error("no broker");
  });
  start();
  const aggregates = open(notify);
  await withContext({ requestId: "r-1" }, () => aggregates.update("a", increment));
  await eventually(isSettled);
  expect(seen).toEqual(["r-1", "r-1"]);
});

it("joins a running sweep instead of starting another one", async () => {
  const { open, relay, isSettled } = await openCase("sweep");
  const { publish, records } = recorder();
  const aggregates = open();
  for (const id of ["a", "b", "c"]) await aggregates.update(id, increment);
  const swept = relay(publish);
  expect(await swept.sweep()).toBe(0);
  expect(await Promise.all([swept.sweep(0), swept.sweep(0)])).toEqual([3, 3]);
  await isSettled();
  expect(records).toHaveLength(3);
});

it("waits for messages in flight when it stops, and accepts no new ones", async () => {
  const { open, relay } = await openCase("stopping");
  const { publish, states } = recorder();
  let release: (() => void) | undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { notify, stop } = relay(async (record) => {
    await held;
    await publish(record);
  });
  const aggregates = open(notify);
  await aggregates.update("a", increment);
  const stopped = stop().then(() => states());
  await aggregates.update("b", increment);
  release?.();
  expect(await stopped).toEqual(["a=1@1"]);
});

it("stops within a few seconds when the broker does not respond", async () => {
  const { open, relay } = await openCase("hanging");
  const { notify, stop } = relay(() => new Promise(() => undefined));
  await open(notify).update("a", increment);
  const startedAt = Date.now();
  await stop();
  expect(Date.now() - startedAt).toBeLessThan(9_000);
});
