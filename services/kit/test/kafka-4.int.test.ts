import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { randomPasswords } from "@orbline/engines/access";
import { type Engines, startEngines } from "@orbline/engines/engines";
import { topicIn, topics } from "@orbline/proto/topics";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { grantTopicAccess } from "../src/kafka/access.ts";
import { connectBroker } from "../src/kafka/operator.ts";
import type { KafkaTarget } from "../src/kafka/target.ts";
import { eventually } from "../src/testing/eventually.ts";
import { failTest, testKafka, testRecord } from "../src/testing/kafka.ts";
import { kafkaClients } from "./kafka-clients.ts";

// One pass over everything that the product does with Kafka; `npm run test:kafka` runs all tests of Kafka on Kafka 4.

const kafkaPasswords = randomPasswords("identity", "billing");
const users = topicIn("", topics.users);
let dataDir: string;
let engines: Engines;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "orbline-kafka-4-"));
  const options = { dataDir, mongo: false, redis: false, kafkaPasswords } as const;
  engines = await startEngines({ ...options, kafkaVersion: "4" });
});
afterAll(async () => {
  await engines.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

describe.each(kafkaClients)("Kafka 4 over %s", (client) => {
  const targetOf = (username: string): KafkaTarget => ({
    client,
    brokers: [engines.kafkaBrokers],
    sasl: { mechanism: "plain", username, password: kafkaPasswords[username] ?? "" },
  });

  it("grants access, creates topics, carries states to a group, and keeps what the group cannot handle", async () => {
    const operator = await connectBroker(targetOf("operator"));
    await eventually(() => grantTopicAccess(operator));
    const connect = (service: string) => testKafka({ ...targetOf(service), clientId: service });
    const [identity, billing] = [await connect("identity"), await connect("billing")];
    try {
      await identity.ensureTopics([users, topicIn("", topics.subscriptions)]);
      const { name } = topics.subscriptions;
      const record = (topic: string, key: string, value: Buffer | null) =>
        testRecord(topic, `${client}-${key}`, { value });
      const foreign = billing.publish(record(users.name, "one", Buffer.from("state")));
      await expect(foreign).rejects.toThrow(/authorized|authorization failed/i);
      const handled: string[] = [];
      const consumer = await identity.consume({
        groupId: "identity",
        handlers: {
          [name]: async ({ key, value }) => {
            if (key === `${client}-bad`) throw new TypeError("cannot read this");
            handled.push(`${key} ${String(value)}`);
          },
        },
        fail: failTest,
      });
      await billing.publish(record(name, "one", Buffer.from("state")));
      await billing.publish(record(name, "bad", Buffer.from("state")));
      await billing.publish(record(name, "one", null));
      await eventually(() =>
        expect(handled.filter((line) => line.startsWith(client))).toEqual([
          `${client}-one state`,
          `${client}-one null`,
        ]),
      );
      await eventually(async () => {
        const dead: string[] = [];
        await operator.readTopics([`${name}.dlq`], ({ key }) => dead.push(String(key)));
        expect(dead).toContain(`${client}-bad`);
      });
      const members = () => operator.asAdmin((admin) => admin.countMembers(["identity", "nobody"]));
      expect(await members()).toEqual({ identity: 1, nobody: 0 });
      await consumer.close();
      expect(await members()).toEqual({ identity: 0, nobody: 0 });
    } finally {
      await Promise.all([identity.close(), billing.close()]);
    }
  }, 60_000);
});
