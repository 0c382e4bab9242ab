import { Kafka, logLevel } from "kafkajs";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { AppError } from "../src/errors.ts";
import type { EventRecord } from "../src/kafka/event.ts";
import { connectKafka, type KafkaConnection } from "../src/kafka/connection.ts";
import { createLogger } from "../src/observability/logger.ts";
import { createMetrics } from "../src/observability/metrics.ts";
import { testEngines } from "../src/testing/engines.ts";
import { eventually } from "../src/testing/eventually.ts";
import { failTest as fail, testRecord } from "../src/testing/kafka.ts";
import { kafkaClients } from "./kafka-clients.ts";
import { runScript } from "./run-script.ts";

const { brokers, prefix } = testEngines();
const logger = createLogger({ service: "test", level: "silent" });
const metrics = createMetrics("test");
let kafka: KafkaConnection;

const record = (topic: string, key: string, seq = 1): EventRecord =>
  testRecord(topic, key, { value: Buffer.from(`${key}:${seq}`), seq });

const newTopic = async (name: string) => {
  const topic = `${prefix}${name}`;
  await kafka.ensureTopics([{ name: topic, partitions: 1 }]);
  return topic;
};

type RawMessage = { key: string; value?: string | undefined; headers?: Record<string, string> };

/** Reads the messages of a topic without the kit. */
const readAll = async (topic: string) => {
  const client = new Kafka({ brokers, logLevel: logLevel.NOTHING });
  const consumer = client.consumer({ groupId: `${topic}.reader`, maxWaitTimeInMs: 100 });
  const messages: Required<RawMessage>[] = [];
  await consumer.connect();
  await consumer.subscribe({ topics: [topic], fromBeginning: true });
  await consumer.run({
    eachMessage: async ({ message }) => {
      const headers = Object.entries(message.headers ?? {});
      messages.push({
        key: String(message.key),
        value: message.value?.toString(),
        headers: Object.fromEntries(headers.map(([name, value]) => [name, String(value)])),
      });
    },
  });
  return { messages, close: () => consumer.disconnect() };
};

/** Sends a message without the kit. */
const sendRaw = async (topic: string, { key, value, headers = {} }: RawMessage) => {
  const producer = new Kafka({ brokers, logLevel: logLevel.NOTHING }).producer();
  await producer.connect();
  await producer.send({ topic, messages: [{ key, value: value ?? null, headers }] });
  await producer.disconnect();
};

const memberIds = async (groupId: string) => {
  const admin = new Kafka({ brokers, logLevel: logLevel.NOTHING }).admin();
  await admin.connect();
  try {
    const { groups } = await admin.describeGroups([groupId]);
    return groups.flatMap(({ members }) => members.map(({ memberId }) => memberId));
  } finally {
    await admin.disconnect();
  }
};

const countsOf = async (topic: string) => {
  const { values } = await metrics.messages.get();
  const ofTopic = values.filter(({ labels }) => labels.topic === topic);
  return Object.fromEntries(ofTopic.map(({ labels, value }) => [labels.outcome, value]));
};

describe.each(kafkaClients)("%s", (client) => {
  beforeAll(async () => {
    kafka = await connectKafka({ client, brokers, clientId: "test", logger, metrics });
  });
  afterAll(() => kafka.close());

  it("carries messages with their CloudEvents attributes, and tombstones without a value", async () => {
    const topic = await newTopic(`${client}-carries`);
    const received: EventRecord[] = [];
    await kafka.consume({
      groupId: `${topic}.group`,
      handlers: { [topic]: async (event) => void received.push(event) },
      fail,
    });
    const sent = record(topic, "a", 7);
    await kafka.publish(sent);
    await kafka.publish({ ...sent, value: null, seq: 8 });
    await eventually(() => expect(received).toEqual([sent, { ...sent, value: null, seq: 8 }]));
  });

  it("keeps the order of one key when many messages are published at once", async () => {
    const topic = await newTopic(`${client}-order`);
    const seqs = Array.from({ length: 500 }, (_, index) => index + 1);
    await Promise.all(seqs.map((seq) => kafka.publish(record(topic, "a", seq))));
    const reader = await readAll(topic);
    await eventually(() => expect(reader.messages).toHaveLength(500));
    await reader.close();
    expect(reader.messages.map(({ value }) => value)).toEqual(seqs.map((seq) => `a:${seq}`));
  });

  it("continues after a handler's TypeError and moves the message to the dead letters with its reason", async () => {
    const topic = await newTopic(`${client}-poison`);
    const handled: string[] = [];
    const handler = async ({ key }: EventRecord) => {
      if (key === "bad") (undefined as unknown as { read: () => void }).read();
      handled.push(key);
    };
    await kafka.consume({ groupId: `${topic}.group`, handlers: { [topic]: handler }, fail });
    expect(await countsOf(topic)).toEqual({ handled: 0, poison: 0 });
    const startedAt = Date.now();
    for (const key of ["before", "bad", "after"]) await kafka.publish(record(topic, key));
    await eventually(() => expect(handled).toEqual(["before", "after"]));
    expect(Date.now() - startedAt).toBeLessThan(10_000);
    await eventually(async () => expect(await countsOf(topic)).toEqual({ handled: 2, poison: 1 }));
    const letters = await readAll(`${topic}.dlq`);
    await eventually(() => expect(letters.messages).toHaveLength(1));
    await letters.close();
    expect(letters.messages[0]).toMatchObject({
      key: "bad",
      value: "bad:1",
      headers: {
        ce_id: "bad:1",
        ce_type: "thing.changed",
        dlq_reason: expect.stringMatching(/^TypeError: /) as string,
        dlq_topic: topic,
        dlq_partition: "0",
        dlq_offset: "1",
        dlq_group: `${topic}.group`,
      },
    });
  });

  it("moves a message without CloudEvents headers to the dead letters", async () => {
    const topic = await newTopic(`${client}-headerless`);
    await sendRaw(topic, { key: "a", value: "x" });
    await kafka.consume({
      groupId: `${topic}.group`,
      handlers: { [topic]: () => Promise.reject(new Error("not reached")) },
      fail,
    });
    const letters = await readAll(`${topic}.dlq`);
    await eventually(() =>
      expect(letters.messages[0]?.headers["dlq_reason"]).toMatch(/CloudEvents headers/),
    );
    await letters.close();
  });

  it("delivers a replayed dead letter only to the group that failed, outside the state topic", async () => {
    const topic = await newTopic(`${client}-replay`);
    const broken = new Set(["bad"]);
    const follow = async (name: string, isBroken: (key: string) => boolean) => {
      const handled: string[] = [];
      const handler = async ({ key, seq, topic: from }: EventRecord) => {
        if (isBroken(key)) throw new TypeError("cannot read this");
        handled.push(`${from} ${key} ${seq}`);
      };
      await kafka.consume({ groupId: `${topic}.${name}`, handlers: { [topic]: handler }, fail });
      return handled;
    };
    const failing = await follow("failing", (key) => broken.has(key));
    const healthy = await follow("healthy", () => false);
    for (const key of ["bad", "good"]) await kafka.publish(record(topic, key));
    const letters = await readAll(`${topic}.dlq`);
    const origin = { dlq_topic: topic, dlq_offset: "0", dlq_group: `${topic}.failing` };
    const replay = async () => {
      const [letter] = letters.messages;
      if (letter) await sendRaw(`${topic}.retry`, letter);
    };
    await eventually(() => expect(letters.messages).toMatchObject([{ headers: origin }]));
    await replay();
    // It fails again and keeps its first origin.
    await eventually(() => expect(letters.messages).toHaveLength(2));
    expect(letters.messages[1]?.headers).toMatchObject(origin);
    broken.clear();
    await replay();
    await eventually(() => expect(failing).toEqual([`${topic} good 1`, `${topic} bad 1`]));
    await sendRaw(`${topic}.retry`, { key: "never-failed", value: "x", headers: {} });
    await kafka.publish(record(topic, "last"));
    await eventually(() => expect(failing.at(-1)).toBe(`${topic} last 1`));
    await eventually(() => expect(healthy.at(-1)).toBe(`${topic} last 1`));
    expect(healthy).toEqual(["bad", "good", "last"].map((key) => `${topic} ${key} 1`));
    expect(failing.join(" ")).not.toContain("never-failed");
    expect(letters.messages).toHaveLength(2);
    await letters.close();
  }, 60_000);

  // These mostly wait, for timeouts of the group.
  it.concurrent("waits for the end of an outage, in order, without leaving the group", async () => {
    const topic = await newTopic(`${client}-outage`);
    const handled: string[] = [];
    let isDown = true;
    let tries = 0;
    const handler = async ({ key }: EventRecord) => {
      tries += 1;
      if (isDown) throw new AppError("unavailable", "unavailable", "down");
      handled.push(key);
    };
    await kafka.consume({ groupId: `${topic}.group`, handlers: { [topic]: handler }, fail });
    await kafka.publish(record(topic, "first"));
    await kafka.publish(record(topic, "second"));
    const members = await memberIds(`${topic}.group`);
    // Longer than the session timeout of six seconds.
    await eventually(() => expect(tries).toBeGreaterThanOrEqual(10), { timeoutMs: 20_000 });
    expect(handled).toEqual([]);
    isDown = false;
    await eventually(() => expect(handled).toEqual(["first", "second"]));
    expect(await memberIds(`${topic}.group`)).toEqual(members);
  });

  it.concurrent("stays in the group while one handler takes longer than the session timeout", async () => {
    const topic = await newTopic(`${client}-slow`);
    const handled: string[] = [];
    let finish: (() => void) | undefined;
    const slow = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const handler = async ({ key }: EventRecord) => {
      handled.push(key);
      if (key === "slow") await slow;
    };
    await kafka.consume({ groupId: `${topic}.group`, handlers: { [topic]: handler }, fail });
    await kafka.publish(record(topic, "slow"));
    await eventually(() => expect(handled).toEqual(["slow"]));
    const startedAt = Date.now();
    const members = await memberIds(`${topic}.group`);
    await eventually(() => expect(Date.now() - startedAt).toBeGreaterThan(7_000));
    finish?.();
    await kafka.publish(record(topic, "next"));
    await eventually(() => expect(handled).toEqual(["slow", "next"]));
    expect(await memberIds(`${topic}.group`)).toEqual(members);
  });

  it.concurrent("closes during an outage and leaves the message to the next member of the group", async () => {
    const topic = await newTopic(`${client}-closing`);
    const own = await connectKafka({ client, brokers, clientId: "test", logger, metrics });
    let tries = 0;
    const handler = async () => {
      tries += 1;
      throw new AppError("unavailable", "unavailable", "down");
    };
    await own.consume({ groupId: `${topic}.group`, handlers: { [topic]: handler }, fail });
    await kafka.publish(record(topic, "a"));
    await eventually(() => expect(tries).toBeGreaterThan(1));
    const startedAt = Date.now();
    await own.close();
    expect(Date.now() - startedAt).toBeLessThan(9_000);
    const handled: string[] = [];
    await kafka.consume({
      groupId: `${topic}.group`,
      handlers: { [topic]: async ({ key }) => void handled.push(key) },
      fail,
    });
    await eventually(() => expect(handled).toEqual(["a"]));
  });

  it.concurrent("delivers no handled message again after its group's only member has closed", async () => {
    const topic = await newTopic(`${client}-handled`);
    const follow = async () => {
      const own = await connectKafka({ client, brokers, clientId: "test", logger, metrics });
      const handled: string[] = [];
      await own.consume({
        groupId: `${topic}.group`,
        handlers: { [topic]: async ({ key }) => void handled.push(key) },
        fail,
      });
      return { handled, close: own.close };
    };
    const keys = Array.from({ length: 250 }, (_, index) => `k${index}`);
    await Promise.all(keys.map((key) => kafka.publish(record(topic, key))));
    const first = await follow();
    await eventually(() => expect(first.handled).toHaveLength(keys.length));
    await first.close();
    await kafka.publish(record(topic, "last"));
    const second = await follow();
    await eventually(() => expect(second.handled).toContain("last"));
    expect(second.handled).toEqual(["last"]);
    await second.close();
  });

  it("creates compacted topics once when two processes start, with dead letters kept for 30 days", async () => {
    const topic = { name: `${prefix}${client}-twice`, partitions: 3 };
    await Promise.all([kafka.ensureTopics([topic]), kafka.ensureTopics([topic])]);
    await kafka.ensureTopics([topic, { name: `${prefix}${client}-more`, partitions: 1 }]);
    const admin = new Kafka({ brokers, logLevel: logLevel.NOTHING }).admin();
    await admin.connect();
    const { resources } = await admin.describeConfigs({
      includeSynonyms: false,
      resources: [
        { type: 2, name: topic.name, configNames: ["cleanup.policy"] },
        { type: 2, name: `${topic.name}.dlq`, configNames: ["retention.ms"] },
      ],
    });
    const [metadata] = (await admin.fetchTopicMetadata({ topics: [topic.name] })).topics;
    await admin.disconnect();
    expect(resources.map(({ configEntries }) => configEntries[0]?.configValue)).toEqual([
      "compact",
      String(30 * 86_400_000),
    ]);
    expect(metadata?.partitions).toHaveLength(3);
  });

  it("refuses a message that is too large and publishes the others", async () => {
    const topic = await newTopic(`${client}-large`);
    const large = { ...record(topic, "large"), value: Buffer.alloc(2_000_000) };
    const [small, refused, other] = await Promise.allSettled([
      kafka.publish(record(topic, "a")),
      kafka.publish(large),
      kafka.publish(record(topic, "b")),
    ]);
    expect([small?.status, refused?.status, other?.status]).toEqual([
      "fulfilled",
      "rejected",
      "fulfilled",
    ]);
  });

  it("leaves no timer running on idle connections", async () => {
    const topic = await newTopic(`${client}-idle`);
    const handled: string[] = [];
    const own = await connectKafka({ client, brokers, clientId: "test", logger, metrics });
    await own.consume({
      groupId: `${topic}.group`,
      handlers: { [topic]: async ({ key }) => void handled.push(key) },
      fail,
    });
    await own.publish(record(topic, "a"));
    await eventually(() => expect(handled).toEqual(["a"]));
    const timers = vi.spyOn(globalThis, "setTimeout");
    const startedAt = Date.now();
    await eventually(() => expect(Date.now() - startedAt).toBeGreaterThan(2_000), { everyMs: 500 });
    const started = timers.mock.calls.length;
    timers.mockRestore();
    await own.close();
    expect(started).toBeLessThan(50); // Without the patch, about 200 timers run for each connection.
  });

  it("closes completely, so that the process can end by itself", async () => {
    const topic = await newTopic(`${client}-handles`);
    const ended = await runScript("kafka-process.ts", [brokers.join(","), topic, client]);
    expect(ended).toEqual({ code: 0, output: "published and consumed\n" });
  });
});
