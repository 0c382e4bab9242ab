import { connectKafka, type KafkaConnection } from "@orbline/kit/kafka/connection";
import { createLogger } from "@orbline/kit/observability/logger";
import { createMetrics } from "@orbline/kit/observability/metrics";
import { testEngines } from "@orbline/kit/testing/engines";
import { eventually } from "@orbline/kit/testing/eventually";
import { afterAll, beforeAll, expect, it } from "vitest";
import { connectBroker } from "../src/broker.ts";
import { readDeadLetters } from "../src/read-dead-letters.ts";
import { rewindGroup } from "../src/rewind-group.ts";

const { brokers, prefix } = testEngines();
const topic = `${prefix}things`;
const group = `${prefix}followers`;
const logger = createLogger({ service: "test", level: "silent" });
const operator = connectBroker(brokers);
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
    seq: 1,
    time: new Date(),
  });

/** Follows the topic; whoever cannot read `broken` loses it to the dead letters. */
const follow = async ({ isMended }: { isMended: boolean }) => {
  const handled: string[] = [];
  const handle = async ({ key }: { key: string }) => {
    if (key === "broken" && !isMended) throw new TypeError("cannot read this");
    handled.push(key);
  };
  const consumer = await kafka.consume({ groupId: group, handlers: { [topic]: handle }, fail });
  return { handled, close: consumer.close };
};

const ours = async () =>
  (await readDeadLetters(operator)).filter((letter) => letter.topic === topic);

beforeAll(async () => {
  kafka = await connectKafka({ brokers, clientId: "test", logger, metrics: createMetrics("test") });
  await kafka.ensureTopics([{ name: topic, partitions: 1 }]);
});
afterAll(() => kafka.close());

it("a dead letter is listed with its reason and place, and handled once the group begins there again", async () => {
  for (const key of ["first", "broken", "last"]) await publish(key);
  const before = await follow({ isMended: false });
  await eventually(() => expect(before.handled).toEqual(["first", "last"]), { timeoutMs: 30_000 });

  const letters = await ours();
  expect(letters).toMatchObject([
    { key: "broken", group, partition: 0, offset: "1", reason: "TypeError: cannot read this" },
  ]);
  // reading takes none away
  expect(await ours()).toEqual(letters);

  const place = { group, topic, partition: 0, offset: "1" };
  await expect(rewindGroup(operator, place)).rejects.toThrow("stop the service first");
  await before.close();
  await rewindGroup(operator, place);
  const after = await follow({ isMended: true });
  await eventually(() => expect(after.handled).toEqual(["broken", "last"]), { timeoutMs: 30_000 });
  await after.close();

  await rewindGroup(operator, { group, topic });
  const again = await follow({ isMended: true });
  await eventually(() => expect(again.handled).toEqual(["first", "broken", "last"]), {
    timeoutMs: 30_000,
  });
  await again.close();
}, 120_000);

it("a topic that does not exist is refused by name", async () => {
  await expect(rewindGroup(operator, { group, topic: `${topic}s` })).rejects.toThrow(`${topic}s`);
});
