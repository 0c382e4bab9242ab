import { type Engines, startEngines } from "@orbline/engines/engines";
import { Kafka, logLevel, PartitionAssigners } from "kafkajs";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { startConsumer } from "../src/kafka/consumer.ts";
import { createLogger } from "../src/observability/logger.ts";
import { createMetrics } from "../src/observability/metrics.ts";
import { eventually } from "../src/testing/eventually.ts";

const metrics = createMetrics("test");
const sessionMs = 6_000;
let engines: Engines;

beforeAll(async () => {
  engines = await startEngines({ mongo: false, redis: false });
});
afterAll(() => engines.stop());

/** Gives up on a missing broker after two seconds and retries after 100 ms. */
const retry = { initialRetryTime: 100, maxRetryTime: 100, retries: 20 };

const client = () =>
  new Kafka({ brokers: [engines.kafkaBrokers], retry, logLevel: logLevel.NOTHING });

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

const start = (topic: string, { failures = [] as Error[], onCrash = () => {} } = {}) =>
  startConsumer({
    kafka: client(),
    groupId: `${topic}.group`,
    topics: [topic],
    handle: async () => undefined,
    logger: Object.assign(createLogger({ service: "test", level: "silent" }), { error: onCrash }),
    metrics,
    retry,
    fail: (error) => failures.push(error),
  });

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

it("closes within a session timeout while a frozen broker delays its join, and leaves once it has joined", async () => {
  const topic = "frozen-join";
  await createTopic(topic);
  const consumer = await start(topic);
  engines.freeze("kafka");
  const startedAt = Date.now();
  await consumer.close().finally(() => engines.thaw("kafka"));
  expect(Date.now() - startedAt).toBeLessThan(sessionMs + 2_000);
  await expectNobodyComes(topic);
}, 60_000);

it("does not join its group after it was closed while the broker was down", async () => {
  const topic = "gone";
  await createTopic(topic);
  const failures: Error[] = [];
  let crashes = 0;
  const onCrash = () => (crashes += 1);
  const consumer = await start(topic, { failures, onCrash });
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
  const topic = "broken-off";
  await createTopic(topic);
  const failures: Error[] = [];
  const consumer = await start(topic, { failures });
  onTestFinished(() => consumer.close());
  await engines.kill("kafka");
  await engines.restart("kafka");
  await untilMembers(topic, 1);
  expect(failures).toEqual([]);
}, 60_000);

it("fails once when its group refuses it, and then closes at once", async () => {
  const topic = "refused";
  await createTopic(topic);
  const groupId = `${topic}.group`;
  const foreign = client().consumer({
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
  const consumer = await start(topic, { failures });
  await eventually(() => expect(failures).not.toEqual([]));
  const startedAt = Date.now();
  await consumer.close();
  expect(Date.now() - startedAt).toBeLessThan(sessionMs / 2);
  expect(failures).toEqual([expect.objectContaining({ type: "INCONSISTENT_GROUP_PROTOCOL" })]);
}, 60_000);
