import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { randomPasswords } from "@orbline/engines/access";
import { type Engines, startEngines } from "@orbline/engines/engines";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { loadConfig } from "../src/config.ts";
import { connectBroker } from "../src/kafka/operator.ts";
import { kafkaSettings, kafkaTarget } from "../src/kafka/target.ts";
import { createLogger } from "../src/observability/logger.ts";
import { connectRedis, redisSettings, redisTarget } from "../src/redis/connection.ts";
import { makeCertificate } from "../src/testing/certificate.ts";
import { eventually } from "../src/testing/eventually.ts";
import { kafkaClients } from "./kafka-clients.ts";

const logger = createLogger({ service: "test", level: "silent" });
const kafkaPasswords = randomPasswords();

let folder: string;
let engines: Engines;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "orbline-tls-"));
  const tls = makeCertificate(folder, "cert");
  const dataDir = join(folder, "data");
  engines = await startEngines({ dataDir, mongo: false, kafkaPasswords, tls });
});
afterAll(async () => {
  await engines.stop();
  rmSync(folder, { recursive: true, force: true });
});

const topicsOver = async (env: NodeJS.ProcessEnv) => {
  const settings = loadConfig(z.object(kafkaSettings), {
    KAFKA_BROKERS: engines.kafkaBrokers,
    KAFKA_SASL_USERNAME: "operator",
    KAFKA_SASL_PASSWORD: kafkaPasswords.operator,
    ...env,
  });
  const kafka = await connectBroker(kafkaTarget(settings));
  return kafka.asAdmin((admin) => admin.listTopics());
};

describe.each(kafkaClients)("%s", (KAFKA_CLIENT) => {
  it("reaches Kafka over TLS with the authority in KAFKA_TLS_CA", async () => {
    const env = { KAFKA_CLIENT, KAFKA_TLS: "true", KAFKA_TLS_CA: join(folder, "cert.pem") };
    await expect(eventually(() => topicsOver(env))).resolves.toEqual([]);
  });

  it("does not trust a broker whose authority Node does not know", async () => {
    const refused = topicsOver({ KAFKA_CLIENT, KAFKA_TLS: "true" });
    await expect(refused).rejects.toThrow(/self-signed certificate/);
  });
});

it("reaches Redis over TLS with the authority in REDIS_TLS_CA", async () => {
  const settings = loadConfig(z.object(redisSettings), {
    REDIS_URL: engines.redisUrl,
    REDIS_TLS_CA: join(folder, "cert.pem"),
  });
  const redis = await connectRedis({ ...redisTarget(settings), logger });
  expect(await redis.ping()).toBe("PONG");
  redis.destroy();
});

it("does not trust a Redis whose authority Node does not know", async () => {
  const { createClient } = await import("redis");
  const client = createClient({
    url: engines.redisUrl,
    socket: { tls: true, reconnectStrategy: false },
  });
  client.on("error", () => undefined);
  await expect(client.connect()).rejects.toThrow(/self-signed certificate/);
});
