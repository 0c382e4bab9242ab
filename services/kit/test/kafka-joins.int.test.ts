import { type Engines, startEngines } from "@orbline/engines/engines";
import { Kafka, logLevel, PartitionAssigners } from "kafkajs";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { openKafka } from "../src/kafka/open.ts";
import { createLogger } from "../src/observability/logger.ts";
import { eventually } from "../src/testing/eventually.ts";
import { type KafkaLibrary, kafkaClients } from "./kafka-clients.ts";

const sessionMs = 6_000;
let engines: Engines;

beforeAll(async () => {
  engines = await startEngines({ mongo: false, redis: false });
});
afterAll(() => engines.stop());

/** Gives up on a missing broker after two seconds and retries after 100 ms. */
const retry = { firstMs: 100, maxMs: 100, retries: 20 };

const withAdmin = async <Answer>(
  ask: (admin: ReturnType<Kafka["admin"]>) => Promise<Answer>,
): Promise<Answer> => {
  const admin = new Kafka({
    brokers: [engines.kafkaBrokers],
    logLevel: logLevel.NOTHING,
  }).admin();
  await admin.connect();
  try {
    return await ask(admin);
  } finally {
    await admin.disconnect();
  }
};

const createTopic = (topic: string) =>
  withAdmin(async (admin) => {
    await admin.createTopics({ waitForLeaders: true, topics: [{ topic, numPartitions: 3 }] });
  });

const membersOf = (groupId: string) =>
  withAdmin(async (admin) => (await admin.describeGroups([groupId])).groups[0]?.members.length);

const start = async (
  client: KafkaLibrary,
  topic: string,
  { failures = [] as Error[], onCrash = () => {} } = {},
) => {
  const brokers = [engines.kafkaBrokers];
  const kafka = await openKafka({ client, brokers, clientId: "test", retry });
  return kafka.startConsumer({
    groupId: `${topic}.group`,
    topics: [topic],
    handle: async () => undefined,
    onFetch: () => undefined,
    logger: Object.assign(createLogger({ service: "test", level: "silent" }), { error: onCrash }),
    fail: (error) => failures.push(error),
  });
};

const untilMembers = (topic: string, count: number) =>
  eventually(async () => expect(await membersOf(`${topic}.group`)).toBe(count), {
    timeoutMs: 20_000,
  });

const elapsed = (ms: number) => {
  const startedAt = Date.now();
  return eventually(() => expect(Date.now() - startedAt).toBeGreaterThan(ms), {
    timeoutMs: ms + 5_000,
  });
};

/** Enough time for a restart, a join and some heartbeats. */
const expectNobodyComes = async (topic: string) => {
  await untilMembers(topic, 0);
  await elapsed(sessionMs / 2);
  expect(await membersOf(`${topic}.group`)).toBe(0);
};

describe.each(kafkaClients)("%s", (client) => {
  it("closes within a session timeout while a frozen broker delays its join, and leaves once it has joined", async () => {
    const topic = `${client}-frozen-join`;
    await createTopic(topic);
    const consumer = await start(client, topic);
    engines.freeze("kafka");
    const startedAt = Date.now();
    await consumer.close().finally(() => engines.thaw("kafka"));
    expect(Date.now() - startedAt).toBeLessThan(sessionMs + 2_000);
    await expectNobodyComes(topic);
  }, 60_000);

  it("does not join its group after it was closed while the broker was down", async () => {
    const topic = `${client}-gone`;
    await createTopic(topic);
    const failures: Error[] = [];
    let crashes = 0;
    const onCrash = () => (crashes += 1);
    const consumer = await start(client, topic, { failures, onCrash });
    await untilMembers(topic, 1);
    await engines.kill("kafka");
    await eventually(() => expect(crashes).toBeGreaterThan(0), { timeoutMs: 30_000 });
    await elapsed(500); // The consumer looks for the broker again.
    const startedAt = Date.now();
    await consumer.close();
    expect(Date.now() - startedAt).toBeLessThan(sessionMs + 2_000);
    await engines.restart("kafka");
    await expectNobodyComes(topic);
    expect(failures).toEqual([]);
  }, 60_000);

  it("reconnects to a broker that disconnected during the coordinator lookup", async () => {
    const topic = `${client}-broken-off`;
    await createTopic(topic);
    const failures: Error[] = [];
    const consumer = await start(client, topic, { failures });
    onTestFinished(() => consumer.close());
    await engines.kill("kafka");
    await engines.restart("kafka");
    await untilMembers(topic, 1);
    expect(failures).toEqual([]);
  }, 60_000);

  it("fails once when its group refuses it, and then closes at once", async () => {
    const topic = `${client}-refused`;
    await createTopic(topic);
    const groupId = `${topic}.group`;
    const foreign = new Kafka({
      brokers: [engines.kafkaBrokers],
      logLevel: logLevel.NOTHING,
    }).consumer({
      groupId,
      partitionAssigners: [
        (config) => {
          const assigner = PartitionAssigners.roundRobin(config);
          return {
            ...assigner,
            name: "foreign",
            protocol: (subscription) => ({ ...assigner.protocol(subscription), name: "foreign" }),
          };
        },
      ],
    });
    onTestFinished(() => foreign.disconnect());
    await foreign.connect();
    await foreign.subscribe({ topics: [topic] });
    await foreign.run({ eachMessage: async () => undefined });
    const failures: Error[] = [];
    const consumer = await start(client, topic, { failures });
    await eventually(() => expect(failures).not.toEqual([]));
    const startedAt = Date.now();
    await consumer.close();
    expect(Date.now() - startedAt).toBeLessThan(sessionMs / 2);
    expect(failures.map(String)).toEqual([expect.stringMatching(/protocol/i)]);
  }, 60_000);
});
