import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { randomPasswords } from "@orbline/engines/access";
import { type Engines, startEngines } from "@orbline/engines/engines";
import { topicIn, topics } from "@orbline/proto/topics";
import { Kafka, logLevel } from "kafkajs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { deadLetterGroup, deadLetterTopics, grantTopicAccess } from "../src/kafka/access.ts";
import { openKafka } from "../src/kafka/open.ts";
import type { KafkaConnection } from "../src/kafka/connection.ts";
import { connectBroker } from "../src/kafka/operator.ts";
import type { KafkaTarget } from "../src/kafka/target.ts";
import { type DataService, dataServices } from "../src/mongo/access.ts";
import { createLogger } from "../src/observability/logger.ts";
import { type RedisUser, redisAclFile } from "../src/redis/access.ts";
import { connectRedis, type Redis } from "../src/redis/connection.ts";
import { sessionKey } from "../src/redis/sessions.ts";
import { eventually } from "../src/testing/eventually.ts";
import { testKafka, testRecord } from "../src/testing/kafka.ts";
import { type KafkaLibrary, kafkaClients } from "./kafka-clients.ts";

const kafkaPasswords = randomPasswords(...dataServices);
const redisPasswords = {
  operator: "o".repeat(32),
  gateway: "g".repeat(32),
  identity: "i".repeat(32),
};
const logger = createLogger({ service: "test", level: "silent" });

let dataDir: string;
let engines: Engines;
const opened: { close: () => Promise<void> }[] = [];

const targetOf = (
  client: KafkaLibrary,
  username: string,
  password = kafkaPasswords[username] ?? "",
): KafkaTarget => ({
  client,
  brokers: [engines.kafkaBrokers],
  sasl: { mechanism: "plain", username, password },
});

async function kafkaOf(client: KafkaLibrary, service: DataService): Promise<KafkaConnection> {
  const kafka = await testKafka({ ...targetOf(client, service), clientId: service });
  opened.push(kafka);
  return kafka;
}

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "orbline-access-"));
  const redisAcl = redisAclFile(redisPasswords);
  engines = await startEngines({ dataDir, mongo: false, kafkaPasswords, redisAcl });
});
afterAll(async () => {
  await engines.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

describe.each(kafkaClients)("Kafka with a user for each service, over %s", (client) => {
  beforeAll(async () => {
    const operator = await connectBroker(targetOf(client, "operator"));
    await eventually(() => grantTopicAccess(operator));
  });
  afterAll(async () => {
    await Promise.all(opened.splice(0).map((one) => one.close()));
  });

  it("refuses a wrong password, an unknown user and a client without credentials", async () => {
    const connect = async (target: KafkaTarget) => {
      const kafka = await openKafka({ ...target, clientId: "test", retry: noRetry });
      await kafka.asAdmin((admin) => admin.listTopics());
    };
    await expect(connect(targetOf(client, "billing", "wrong"))).rejects.toThrow(
      /authentication failed/i,
    );
    await expect(connect(targetOf(client, "nobody", "wrong"))).rejects.toThrow(
      /authentication failed/i,
    );
    await expect(connect({ client, brokers: [engines.kafkaBrokers] })).rejects.toThrow(
      /KafkaJS|[Cc]losed/,
    );
    await expect(connect(targetOf(client, "billing"))).resolves.toBeUndefined();
  });

  it("lets every service create the topics, write its own, and write no topic of another", async () => {
    const own = {
      identity: "identity.users",
      billing: "billing.subscriptions",
      prediction: "prediction.guardrails",
      admin: "admin.audit_heads",
    };
    for (const service of dataServices) {
      const kafka = await kafkaOf(client, service);
      await kafka.ensureTopics(Object.values(topics).map((topic) => topicIn("", topic)));
      for (const topic of Object.values(own)) {
        const outcome = await kafka.publish(testRecord(topic, client)).then(() => "sent", String);
        expect(outcome).toMatch(topic === own[service] ? /^sent$/ : refused);
      }
    }
  });

  it("lets admin read billing's states, and identity read no tree heads of prediction", async () => {
    const seen: string[] = [];
    const admin = await kafkaOf(client, "admin");
    await admin.consume({
      groupId: "admin",
      handlers: { "billing.subscriptions": ({ key }) => Promise.resolve(void seen.push(key)) },
      fail: () => undefined,
    });
    await eventually(() => expect(seen).toContain(client));
    expect(await crashOf(client, "identity", "identity", "prediction.tree_heads")).toMatch(refused);
  });

  it("lets admin read the dead letters of other services, and no other service read them", async () => {
    const letters = "prediction.guardrails.dlq";
    const billing = await kafkaOf(client, "billing");
    await billing.publish(testRecord(letters, client));
    const seen: string[] = [];
    const admin = await kafkaOf(client, "admin");
    await admin.follow({
      groupId: deadLetterGroup,
      topics: deadLetterTopics,
      handle: ({ key }) => Promise.resolve(void seen.push(String(key))),
      fail: () => undefined,
    });
    await eventually(() => expect(seen).toContain(client));
    expect(await crashOf(client, "prediction", "prediction", letters)).toMatch(refused);
  });

  it("lets prediction write its tree heads beside the guardrails, and billing read the guardrails", async () => {
    const prediction = await kafkaOf(client, "prediction");
    await expect(
      prediction.publish(testRecord("prediction.tree_heads", client)),
    ).resolves.toBeUndefined();
    const seen: string[] = [];
    const billing = await kafkaOf(client, "billing");
    await billing.consume({
      groupId: "billing",
      handlers: { "prediction.guardrails": ({ key }) => Promise.resolve(void seen.push(key)) },
      fail: () => undefined,
    });
    await eventually(() => expect(seen).toContain(client));
  });

  it("lets no service read as the group of another", async () => {
    // kafkajs reports the broker's refusal as a coordinator that it does not find.
    const unknown = client === "kafkajs" ? /GroupCoordinatorNotFound/ : refused;
    expect(await crashOf(client, "identity", "admin", "billing.subscriptions")).toMatch(unknown);
  });

  it("lets no service grant itself more", async () => {
    const kafka = await connectBroker(targetOf(client, "billing"));
    await expect(grantTopicAccess(kafka)).rejects.toThrow(refused);
  });
});

it("lets no service delete a topic", async () => {
  const billing = new Kafka({
    brokers: [engines.kafkaBrokers],
    sasl: { mechanism: "plain", username: "billing", password: kafkaPasswords["billing"] ?? "" },
    logLevel: logLevel.NOTHING,
  });
  const admin = billing.admin();
  await admin.connect();
  const topic = "billing.subscriptions";
  await expect(admin.deleteTopics({ topics: [topic] })).rejects.toThrow(/authorized/i);
  await admin.disconnect();
});

/** How the libraries report what a user may not do. */
const refused = /authorized|authorization failed/i;

const noRetry = { retries: 0, firstMs: 100, maxMs: 100 };

/** The error that ends a consumer of this service. */
async function crashOf(
  client: KafkaLibrary,
  service: DataService,
  groupId: string,
  topic: string,
): Promise<string> {
  const kafka = await openKafka({ ...targetOf(client, service), clientId: "test", retry: noRetry });
  const crash = Promise.withResolvers<unknown>();
  const consumer = await kafka.startConsumer({
    groupId,
    topics: [topic],
    handle: () => Promise.resolve(crash.resolve("it reads")),
    onFetch: () => undefined,
    logger: Object.assign(createLogger({ service: "test", level: "silent" }), {
      error: ({ err }: { err: unknown }) => crash.resolve(err),
    }),
    fail: () => undefined,
  });
  opened.push(consumer);
  return String(await crash.promise);
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
