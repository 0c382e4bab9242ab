import { type Engines, startEngines } from "@orbline/engines/engines";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { KafkaConnection } from "../src/kafka/connection.ts";
import { isThorough } from "../src/testing/depth.ts";
import { eventually } from "../src/testing/eventually.ts";
import { testKafka, testRecord } from "../src/testing/kafka.ts";
import { type KafkaLibrary, kafkaClients } from "./kafka-clients.ts";
import { startScript } from "./run-script.ts";

/** How many messages are published, and after how many of them the broker is killed. */
const { count, kills } = isThorough
  ? { count: 2_000, kills: [400, 1_000, 1_600] }
  : { count: 800, kills: [400] };

const failures: Error[] = [];
let engines: Engines;
let kafka: KafkaConnection;

beforeAll(async () => {
  engines = await startEngines({ mongo: false, redis: false });
});
afterEach(() => kafka.close());
afterAll(() => engines.stop());

const connect = async (client: KafkaLibrary, topic: string) => {
  kafka = await testKafka({ client, brokers: [engines.kafkaBrokers] });
  await kafka.ensureTopics([{ name: topic, partitions: 3 }]);
};

const consumeInto = async (topic: string, keys: string[]) =>
  kafka.consume({
    groupId: `${topic}.group`,
    handlers: { [topic]: async ({ key }) => void keys.push(key) },
    fail: (error) => failures.push(error),
  });

describe.each(kafkaClients)("%s", (client) => {
  it(`loses none of ${count} acknowledged publishes when the broker is killed, and consumers resume`, async () => {
    const topic = `${client}-killed`;
    await connect(client, topic);
    const received: string[] = [];
    await consumeInto(topic, received);
    const acknowledged: string[] = [];
    const rejected: unknown[] = [];
    let next = 0;
    const publishOneByOne = async () => {
      while (next < count) {
        const key = `k${next}`;
        next += 1;
        await kafka.publish(testRecord(topic, key)).then(
          () => acknowledged.push(key),
          (error: unknown) => rejected.push(error),
        );
      }
    };
    const publishing = Promise.all(Array.from({ length: 16 }, publishOneByOne));
    for (const point of kills) {
      await eventually(() => expect(acknowledged.length).toBeGreaterThan(point));
      await engines.kill("kafka");
      await engines.restart("kafka");
    }
    await publishing;
    expect(acknowledged.length + rejected.length).toBe(count);
    expect(rejected).toEqual([]);
    await eventually(() => expect(new Set(received).size).toBe(count), { timeoutMs: 60_000 });
    expect(failures).toEqual([]);
  }, 180_000);

  it("publishes and consumes again after the broker hung for longer than a session timeout", async () => {
    const topic = `${client}-frozen`;
    await connect(client, topic);
    const received: string[] = [];
    await consumeInto(topic, received);
    await kafka.publish(testRecord(topic, "before"));
    await eventually(() => expect(received).toEqual(["before"]));
    engines.freeze("kafka");
    const during = kafka.publish(testRecord(topic, "during"));
    const frozenAt = Date.now();
    await eventually(() => expect(Date.now() - frozenAt).toBeGreaterThan(8_000));
    engines.thaw("kafka");
    await during;
    await kafka.publish(testRecord(topic, "after"));
    await eventually(
      () => expect(new Set(received)).toEqual(new Set(["before", "during", "after"])),
      {
        timeoutMs: 60_000,
      },
    );
    expect(failures).toEqual([]);
  }, 120_000);

  it("starts at once while its group still counts a killed member", async () => {
    const topic = `${client}-succession`;
    await connect(client, topic);
    const former = startScript("kafka-member.ts", [engines.kafkaBrokers, topic, client]);
    await kafka.publish(testRecord(topic, "before"));
    await eventually(() => expect(former.output()).toBe("before\n"), { timeoutMs: 20_000 });
    former.child.kill("SIGKILL");
    await former.ended;
    await kafka.publish(testRecord(topic, "between"));
    const received: string[] = [];
    const startedAt = Date.now();
    await consumeInto(topic, received);
    // Waiting for the end of the old session would take about six seconds.
    expect(Date.now() - startedAt).toBeLessThan(4_500);
    await eventually(() => expect(received).toContain("between"), { timeoutMs: 30_000 });
    expect(failures).toEqual([]);
  }, 60_000);
});
