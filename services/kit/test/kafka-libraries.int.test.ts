import { Kafka, logLevel } from "kafkajs";
import { afterAll, expect, it } from "vitest";
import type { StoredMessage } from "../src/kafka/client.ts";
import type { KafkaConnection } from "../src/kafka/connection.ts";
import { openKafka } from "../src/kafka/open.ts";
import { testEngines } from "../src/testing/engines.ts";
import { eventually } from "../src/testing/eventually.ts";
import { failTest, testKafka, testRecord } from "../src/testing/kafka.ts";
import { type KafkaLibrary, kafkaClients } from "./kafka-clients.ts";

// Processes with either library work on the same topics and groups, so that KAFKA_CLIENT can change in a rolling restart.

const { brokers, prefix } = testEngines();
const opened: KafkaConnection[] = [];
afterAll(() => Promise.all(opened.map((kafka) => kafka.close())));

const connect = async (client: KafkaLibrary) => {
  const kafka = await testKafka({ client, brokers });
  opened.push(kafka);
  return kafka;
};

const keys = Array.from({ length: 60 }, (_, index) => `k${index}`);

const publishAll = (kafka: KafkaConnection, topic: string, seq: number) =>
  Promise.all(
    keys.map((key) =>
      kafka.publish(testRecord(topic, key, { value: Buffer.from(`${key}:${seq}`), seq })),
    ),
  );

it("puts a key on the same partition with either library, and reads the same messages back", async () => {
  const topic = `${prefix}partitions`;
  const [kafkajs, platformatic] = [await connect("kafkajs"), await connect("platformatic")];
  await kafkajs.ensureTopics([{ name: topic, partitions: 7 }]);
  await publishAll(kafkajs, topic, 1);
  await publishAll(platformatic, topic, 2);
  const read = async (client: KafkaLibrary) => {
    const retry = { retries: 3, firstMs: 100, maxMs: 100 };
    const kafka = await openKafka({ client, brokers, clientId: "test", retry });
    const messages: StoredMessage[] = [];
    await kafka.readTopics([topic], (message) => messages.push(message));
    return messages.toSorted(
      (a, b) => a.partition - b.partition || Number(a.offset) - Number(b.offset),
    );
  };
  const messages = await read("kafkajs");
  expect(messages).toHaveLength(2 * keys.length);
  const places = new Set(messages.map(({ key, partition }) => `${String(key)} ${partition}`));
  expect(places.size).toBe(keys.length);
  expect(new Set(messages.map(({ partition }) => partition)).size).toBe(7);
  expect(await read("platformatic")).toEqual(messages);
});

it("lets members with different libraries share a group and take over from each other", async () => {
  const topic = `${prefix}shared`;
  const publisher = await connect("kafkajs");
  await publisher.ensureTopics([{ name: topic, partitions: 6 }]);
  const handled: Record<KafkaLibrary, Set<string>> = {
    kafkajs: new Set(),
    platformatic: new Set(),
  };
  const all = () => new Set([...handled.kafkajs, ...handled.platformatic]).size;
  const join = async (client: KafkaLibrary) => {
    const kafka = await connect(client);
    return kafka.consume({
      groupId: `${topic}.group`,
      handlers: {
        [topic]: async ({ key, seq }) => void handled[client].add(`${key}:${seq}`),
      },
      fail: failTest,
    });
  };
  for (const [index, leaving] of kafkaClients.entries()) {
    const staying = kafkaClients[1 - index] ?? "kafkajs";
    const first = await join(leaving);
    const second = await join(staying);
    const seq = 2 * index + 1;
    await eventually(async () => {
      for (const client of kafkaClients) handled[client].clear();
      await publishAll(publisher, topic, seq);
      await eventually(() => expect(all()).toBe(keys.length), { timeoutMs: 5_000 });
      expect(handled.kafkajs.size).toBeGreaterThan(0);
      expect(handled.platformatic.size).toBeGreaterThan(0);
    });
    await first.close();
    await publishAll(publisher, topic, seq + 1);
    const left = keys.map((key) => `${key}:${seq + 1}`);
    await eventually(() => expect([...handled[staying]]).toEqual(expect.arrayContaining(left)));
    await second.close();
  }
});

it("consumes the partitions that a topic gets later, with platformatic within seconds", async () => {
  const topic = `${prefix}grows`;
  const kafka = await connect("platformatic");
  await kafka.ensureTopics([{ name: topic, partitions: 1 }]);
  const handled = new Set<string>();
  await kafka.consume({
    groupId: `${topic}.group`,
    handlers: { [topic]: async ({ key, seq }) => void handled.add(`${key}:${seq}`) },
    fail: failTest,
  });
  await publishAll(kafka, topic, 1);
  await eventually(() => expect(handled.size).toBe(keys.length));
  const admin = new Kafka({ brokers, logLevel: logLevel.NOTHING }).admin();
  await admin.connect();
  await admin.createPartitions({ topicPartitions: [{ topic, count: 6 }] });
  let seq = 1;
  const used = async () =>
    (await admin.fetchTopicOffsets(topic)).filter(({ high }) => high !== "0");
  await eventually(
    async () => {
      await publishAll(kafka, topic, (seq += 1));
      expect(await used()).toHaveLength(6);
    },
    { timeoutMs: 30_000, everyMs: 500 },
  );
  await admin.disconnect();
  const last = keys.map((key) => `${key}:${seq}`);
  await eventually(() => expect([...handled]).toEqual(expect.arrayContaining(last)), {
    timeoutMs: 30_000,
  });
});
