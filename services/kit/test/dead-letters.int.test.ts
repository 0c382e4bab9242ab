import { Kafka, logLevel } from "kafkajs";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { DeadLetter } from "../src/kafka/dead-letters.ts";
import { connectKafka, type KafkaConnection } from "../src/kafka/connection.ts";
import { createLogger } from "../src/observability/logger.ts";
import { createMetrics } from "../src/observability/metrics.ts";
import { testEngines } from "../src/testing/engines.ts";
import { eventually } from "../src/testing/eventually.ts";

const { brokers, prefix } = testEngines();
const topic = `${prefix}letters`;
const logger = createLogger({ service: "test", level: "silent" });
let kafka: KafkaConnection;

const fail = (error: Error) => {
  throw error;
};

const publish = (key: string) =>
  kafka.publish({
    topic,
    key,
    value: Buffer.from(key),
    type: "thing.changed",
    source: "test",
    seq: 7,
    time: new Date(),
  });

/** A group that follows the topic and gives up what it has not been mended for. */
const follow = async (name: string, broken: Set<string>) => {
  const handled: string[] = [];
  const handle = async ({ key, seq, topic: from }: { key: string; seq: number; topic: string }) => {
    if (broken.has(key)) throw new TypeError("cannot read this");
    handled.push(`${from} ${key} ${seq}`);
  };
  const groupId = `${prefix}${name}`;
  await kafka.consume({ groupId, handlers: { [topic]: handle }, fail });
  return handled;
};

const ends = async () => {
  const admin = new Kafka({ brokers, logLevel: logLevel.NOTHING }).admin();
  await admin.connect();
  try {
    const [place] = await admin.fetchTopicOffsets(topic);
    return place?.high;
  } finally {
    await admin.disconnect();
  }
};

beforeAll(async () => {
  kafka = await connectKafka({ brokers, clientId: "test", logger, metrics: createMetrics("test") });
  await kafka.ensureTopics([{ name: topic, partitions: 1 }]);
});
afterAll(() => kafka.close());

it("replays a dead letter to the group that failed only, outside the state topic", async () => {
  const broken = new Set(["bad"]);
  const letters: DeadLetter[] = [];
  const one = await follow("one", broken);
  const two = await follow("two", new Set());
  const keep = (letter: DeadLetter) => Promise.resolve(void letters.push(letter));
  const groupId = `${prefix}keeper`;
  await kafka.consumeDeadLetters({ groupId, topics: [topic], handle: keep, fail });
  for (const key of ["bad", "good"]) await publish(key);
  const good = `${topic} good 7`;
  const bad = `${topic} bad 7`;
  const place = { topic, partition: 0, offset: "0", group: `${prefix}one`, key: "bad" };
  await eventually(() => expect(letters).toMatchObject([place]));
  expect(letters[0]).toMatchObject({ reason: "TypeError: cannot read this", position: 0 });
  const end = await ends();

  const first = letters[0];
  if (first) await kafka.retry(first);
  // still broken: it dies again, at the place where it stood at first
  await eventually(() => expect(letters).toMatchObject([place, { ...place, position: 1 }]));

  broken.clear();
  const again = letters[1];
  if (again) await kafka.retry(again);
  await eventually(() => expect(one).toEqual([good, bad]));
  await publish("last");
  const last = `${topic} last 7`;
  await eventually(() => expect([one.at(-1), two.at(-1)]).toEqual([last, last]));
  expect(two).toEqual([bad, good, last]);
  expect([end, await ends(), letters.length]).toEqual(["2", "3", 2]);
}, 60_000);

it("ignores messages in a retry topic that were never dead letters", async () => {
  const handled = await follow("three", new Set());
  const strange = { topic: `${topic}.retry`, key: "strange", value: null };
  const rest = { type: "x", source: "x", seq: 1, time: new Date() };
  await kafka.publish({ ...strange, ...rest });
  await publish("next");
  await eventually(() => expect(handled.at(-1)).toBe(`${topic} next 7`));
  expect(handled.join(" ")).not.toContain("strange");
});
