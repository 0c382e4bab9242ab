import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { randomPasswords } from "@orbline/engines/access";
import { type Engines, startEngines } from "@orbline/engines/engines";
import { topicIn, topics } from "@orbline/proto/topics";
import { Kafka, logLevel } from "kafkajs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { grantTopicAccess } from "../src/kafka/access.ts";
import { connectKafka, type KafkaConnection } from "../src/kafka/connection.ts";
import { connectBroker } from "../src/kafka/operator.ts";
import type { KafkaTarget } from "../src/kafka/target.ts";
import { createLogger } from "../src/observability/logger.ts";
import { createMetrics } from "../src/observability/metrics.ts";
import { type RedisUser, redisAclFile } from "../src/redis/access.ts";
import { connectRedis, type Redis } from "../src/redis/connection.ts";
import { sessionKey } from "../src/redis/sessions.ts";
import { eventually } from "../src/testing/eventually.ts";

const services = ["identity", "billing", "prediction", "admin"] as const;
type Service = (typeof services)[number];
const kafkaPasswords = randomPasswords(...services);
const redisPasswords = {
  operator: "o".repeat(32),
  gateway: "g".repeat(32),
  identity: "i".repeat(32),
};
const logger = createLogger({ service: "test", level: "silent" });

let dataDir: string;
let engines: Engines;
const opened: { close: () => Promise<void> }[] = [];

const targetOf = (username: string, password = kafkaPasswords[username] ?? ""): KafkaTarget => ({
  brokers: [engines.kafkaBrokers],
  sasl: { mechanism: "plain", username, password },
});

async function kafkaOf(service: Service): Promise<KafkaConnection> {
  const metrics = createMetrics(service);
  const kafka = await connectKafka({ ...targetOf(service), clientId: service, logger, metrics });
  opened.push(kafka);
  return kafka;
}

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "orbline-access-"));
  const redisAcl = redisAclFile(redisPasswords);
  engines = await startEngines({ dataDir, mongo: false, kafkaPasswords, redisAcl });
  await eventually(() => grantTopicAccess(connectBroker(targetOf("operator"))));
});
afterAll(async () => {
  await Promise.all(opened.map((one) => one.close()));
  await engines.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const recordFor = (topic: string) => ({
  topic,
  key: "usr_1",
  value: Buffer.from("state"),
  type: "test.changed",
  source: "test",
  seq: 1,
  time: new Date(),
});

describe("Kafka with a user for each service", () => {
  it("refuses a wrong password, an unknown user and a client without credentials", async () => {
    const connect = async (target: KafkaTarget) => {
      const retry = { retries: 0 };
      const admin = new Kafka({ ...target, retry, logLevel: logLevel.NOTHING }).admin({ retry });
      try {
        await admin.connect();
        await admin.listTopics();
      } finally {
        await admin.disconnect();
      }
    };
    await expect(connect(targetOf("billing", "wrong"))).rejects.toThrow(/Authentication failed/);
    await expect(connect(targetOf("nobody", "wrong"))).rejects.toThrow(/Authentication failed/);
    await expect(connect({ brokers: [engines.kafkaBrokers] })).rejects.toThrow(/KafkaJS|[Cc]losed/);
    await expect(connect(targetOf("billing"))).resolves.toBeUndefined();
  });

  it("lets every service create the topics, write its own, and write no topic of another", async () => {
    const own = {
      identity: "identity.users",
      billing: "billing.subscriptions",
      prediction: "prediction.guardrails",
      admin: "admin.audit_heads",
    };
    for (const service of services) {
      const kafka = await kafkaOf(service);
      await kafka.ensureTopics(Object.values(topics).map((topic) => topicIn("", topic)));
      for (const topic of Object.values(own)) {
        const outcome = await kafka.publish(recordFor(topic)).then(() => "sent", String);
        expect(outcome).toMatch(topic === own[service] ? /^sent$/ : /authorized/i);
      }
    }
  });

  it("lets admin read billing's states, and identity read no tree heads of prediction", async () => {
    const seen: string[] = [];
    const admin = await kafkaOf("admin");
    await admin.consume({
      groupId: "admin",
      handlers: { "billing.subscriptions": ({ key }) => Promise.resolve(void seen.push(key)) },
      fail: () => undefined,
    });
    await eventually(() => expect(seen).toContain("usr_1"));
    expect(await crashOf("identity", "identity", "prediction.tree_heads")).toMatch(/authorized/i);
  });

  it("lets prediction write its tree heads beside the guardrails, and billing read the guardrails", async () => {
    const prediction = await kafkaOf("prediction");
    await expect(prediction.publish(recordFor("prediction.tree_heads"))).resolves.toBeUndefined();
    const seen: string[] = [];
    const billing = await kafkaOf("billing");
    await billing.consume({
      groupId: "billing",
      handlers: { "prediction.guardrails": ({ key }) => Promise.resolve(void seen.push(key)) },
      fail: () => undefined,
    });
    await eventually(() => expect(seen).toContain("usr_1"));
  });

  it("lets no service read as the group of another", async () => {
    // kafkajs reports the broker's refusal as a coordinator that it does not find.
    const refused = /authorized|GroupCoordinatorNotFound/i;
    expect(await crashOf("identity", "admin", "billing.subscriptions")).toMatch(refused);
  });

  it("lets no service delete a topic or grant itself more", async () => {
    const admin = clientOf("billing").admin();
    await admin.connect();
    const topic = "billing.subscriptions";
    await expect(admin.deleteTopics({ topics: [topic] })).rejects.toThrow(/authorized/i);
    await expect(grantTopicAccess(clientOf("billing"))).rejects.toThrow(/authorization failed/i);
    await admin.disconnect();
  });
});

const clientOf = (service: Service) =>
  new Kafka({ ...targetOf(service), retry: { retries: 0 }, logLevel: logLevel.NOTHING });

/** The error that ends a consumer of this service. */
async function crashOf(service: Service, groupId: string, topic: string): Promise<string> {
  const consumer = clientOf(service).consumer({ groupId });
  const crash = Promise.withResolvers<unknown>();
  consumer.on(consumer.events.CRASH, ({ payload }) => crash.resolve(payload.error));
  try {
    await consumer.connect();
    await consumer.subscribe({ topics: [topic], fromBeginning: true });
    consumer
      .run({ eachMessage: () => Promise.resolve(crash.resolve("it reads")) })
      .catch(crash.resolve);
    return String(await crash.promise);
  } finally {
    await consumer.disconnect();
  }
}

describe("Redis with a user for each service", () => {
  const openAs = async (
    user: RedisUser,
    work: (redis: Redis) => Promise<void>,
    password = redisPasswords[user],
  ) => {
    const { host } = new URL(engines.redisUrl);
    const url = `redis://${user}:${password}@${host}`;
    const redis = await connectRedis({ url, logger });
    await work(redis);
    redis.destroy();
  };

  it("refuses a client without credentials", async () => {
    const { createClient } = await import("redis");
    const anonymous = createClient({ url: engines.redisUrl, socket: { reconnectStrategy: false } });
    anonymous.on("error", () => undefined);
    await expect(anonymous.connect().then(() => anonymous.get("sess:1"))).rejects.toThrow(/NOAUTH/);
    anonymous.destroy();
  });

  it("refuses a wrong password", async () => {
    const { createClient } = await import("redis");
    const url = engines.redisUrl.replace("://", "://gateway:wrong@");
    const wrong = createClient({ url, socket: { reconnectStrategy: false } });
    wrong.on("error", () => undefined);
    await expect(wrong.connect()).rejects.toThrow(/WRONGPASS/);
  });

  it("lets the gateway read sessions, and neither a user's list of sessions nor foreign keys", () =>
    openAs("gateway", async (redis) => {
      expect(await redis.get(sessionKey("1"))).toBeNull();
      await expect(redis.sMembers("user-sessions:usr_1")).rejects.toThrow(/NOPERM/);
      await expect(redis.get("login:account:failures:1")).rejects.toThrow(/NOPERM/);
      await expect(redis.set("anything", "1")).rejects.toThrow(/NOPERM/);
    }));

  it("lets no service list keys, read the configuration or delete everything", async () => {
    for (const user of ["gateway", "identity"] as const)
      await openAs(user, async (redis) => {
        await expect(redis.keys("*")).rejects.toThrow(/NOPERM/);
        await expect(redis.configGet("*")).rejects.toThrow(/NOPERM/);
        await expect(redis.flushAll()).rejects.toThrow(/NOPERM/);
      });
  });

  it("keeps what a transaction wrote when Redis restarts", async () => {
    await openAs("identity", async (redis) => {
      await redis.multi().set("mails:1", "5").incrBy("mails:1", 1).exec();
    });
    await engines.restart("redis");
    await openAs("identity", async (redis) => expect(await redis.get("mails:1")).toBe("6"));
  });
});
