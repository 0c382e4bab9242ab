import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Child, startChild } from "@orbline/engines/child";
import { run } from "@orbline/engines/command";
import { type ComposeService, composeServices } from "@orbline/engines/compose-file";
import { install } from "@orbline/engines/install";
import { kafkaInstallation } from "@orbline/engines/kafka";
import { kafkaLib, repoRoot } from "@orbline/engines/paths";
import { freePort, waitUntilOpen } from "@orbline/engines/ports";
import { openKafka } from "@orbline/kit/kafka/open";
import type { KafkaTarget } from "@orbline/kit/kafka/target";
import { connectRedis } from "@orbline/kit/redis/connection";
import { sessionKey } from "@orbline/kit/redis/sessions";
import { createLogger } from "@orbline/kit/observability/logger";
import { testKafka, testRecord } from "@orbline/kit/testing/kafka";
import { ensureSecrets } from "@orbline/stack/configuration/secrets";
import { topicIn, topics } from "@orbline/proto/topics";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { composeEnv } from "../src/compose-env.ts";
import { composeSecrets, secretsFolder, writeSecrets } from "../src/compose-secrets.ts";
import { parseSettings } from "../src/config.ts";

// Runs the engines as docker-compose.yml describes them, as processes: same commands, variables and secret files, with
// ports and folders of the test.

const logger = createLogger({ service: "test", level: "silent" });

let folder: string;
let services: Record<string, ComposeService>;
let files: Record<string, string>;
/** Path of the folder of secret files. */
let secrets: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "orbline-compose-"));
  const settings = parseSettings({ DATA_DIR: folder });
  const made = ensureSecrets(folder);
  files = composeSecrets(settings, made);
  writeSecrets(settings, files);
  services = composeServices(composeEnv(settings, made, files));
  secrets = secretsFolder(settings);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("Redis of the Compose file", () => {
  let port: number;
  let redis: Child;
  beforeAll(async () => {
    port = await freePort();
    const [command = "", ...args] = (services["redis"]?.command ?? []).map((argument) =>
      argument.replace("/run/secrets", secrets),
    );
    const own = ["--port", String(port), "--bind", "127.0.0.1", "--dir", folder];
    redis = await startChild({
      command,
      args: [...args, ...own],
      logFile: join(folder, "redis.log"),
    });
    await waitUntilOpen(port, 20_000, redis.ended);
  });
  afterAll(() => redis.stop());

  const urlOf = (program: string) =>
    (files[`redis_url_${program}`] ?? "").replace("redis:6379", `127.0.0.1:${port}`);

  it("refuses strangers, which is what its health check looks for", async () => {
    const [, check = ""] = services["redis"]?.healthcheck?.test ?? [];
    const here = check.replace("redis-cli", `redis-cli -p ${port}`);
    await expect(run("sh", ["-c", here])).resolves.toBe("");
    await expect(run("sh", ["-c", here.replace("NOAUTH", "PONG")])).rejects.toThrow("exit 1");
  });

  it("lets the gateway read sessions and no other keys, with the address in its secret", async () => {
    const connection = await connectRedis({ url: urlOf("gateway"), logger });
    expect(await connection.get(sessionKey("1"))).toBeNull();
    await expect(connection.get("login:account:failures:1")).rejects.toThrow(/NOPERM/);
    connection.destroy();
  });

  it("lets identity write its keys with the address in its secret", async () => {
    const connection = await connectRedis({ url: urlOf("identity"), logger });
    expect(await connection.set("mails:1", "1")).toBe("OK");
    await expect(connection.set("rate:1", "1")).rejects.toThrow(/NOPERM/);
    connection.destroy();
  });
});

describe("Kafka of the Compose file", () => {
  let broker: Child;
  let brokers: string[];
  beforeAll(async () => {
    await install(kafkaInstallation("3"));
    const [port, controller] = [await freePort(), await freePort()];
    brokers = [`127.0.0.1:${port}`];
    const mounted = join(folder, "mounted");
    const final = join(folder, "final");
    for (const one of [mounted, final]) mkdirSync(one);
    for (const { source, target } of services["kafka"]?.secrets ?? [])
      copyFileSync(join(secrets, source), target.replace("/mnt/shared/config", mounted));
    const moved = Object.entries(services["kafka"]?.environment ?? {}).map(([name, value]) => [
      name,
      value
        .replace("CLIENT://:9092", `CLIENT://127.0.0.1:${port}`)
        .replace("kafka:9092", `127.0.0.1:${port}`)
        .replace("127.0.0.1:9093", `127.0.0.1:${controller}`)
        .replace("/var/lib/kafka", folder),
    ]);
    const CLUSTER_ID = "5L6g3nShT-eMCtK--X86sw";
    const env = { PATH: process.env["PATH"], CLUSTER_ID, ...Object.fromEntries(moved) };
    const java = ["-Xmx256m", "-cp", join(kafkaLib, "*")];
    // The program of the official image that makes its configuration from the mounted file and the variables.
    const wrapper = ["kafka.docker.KafkaDockerWrapper", "setup", "--default-configs-dir", final];
    const places = ["--mounted-configs-dir", mounted, "--final-configs-dir", final];
    await run("java", [...java, ...wrapper, ...places], { env });
    broker = await startChild({
      command: "java",
      args: [...java, "kafka.Kafka", join(final, "server.properties")],
      env,
      logFile: join(folder, "kafka.log"),
    });
    await waitUntilOpen(port, 60_000, broker.ended);
    await runAccessJob();
  });
  afterAll(() => broker.stop());

  /** Runs the container `access` as a process. MongoDB has users only in a container. */
  async function runAccessJob(): Promise<void> {
    const job = services["access"];
    const own = Object.entries(job?.environment ?? {}).map(([name, value]) => [
      name,
      value.replace("/run/secrets", secrets).replace("kafka:9092", brokers[0] ?? ""),
    ]);
    const [, script = ""] = job?.command ?? [];
    const env = { PATH: process.env["PATH"], ...Object.fromEntries(own), MONGO_PASSWORDS_FILE: "" };
    await run(process.execPath, [script.replace("/app", repoRoot)], { env });
  }

  const targetOf = (username: string) => ({
    brokers,
    sasl: {
      mechanism: "plain" as const,
      username,
      password: files[`kafka_password_${username}`] ?? "",
    },
  });

  const publishAs = async (service: string, topic: string): Promise<string> => {
    const kafka = await testKafka({ ...targetOf(service), clientId: service });
    await kafka.ensureTopics(Object.values(topics).map((one) => topicIn("", one)));
    const outcome = await kafka.publish(testRecord(topic, "sub_1")).then(() => "sent", String);
    await kafka.close();
    return outcome;
  };

  it("lets billing write billing's topic with the password in its secret", async () => {
    expect(await publishAs("billing", "billing.subscriptions")).toBe("sent");
  });

  it.each(["identity", "prediction", "admin"])(
    "lets %s not write billing's topic",
    async (name) => {
      expect(await publishAs(name, "billing.subscriptions")).toMatch(/authorized/i);
    },
  );

  it("refuses a client without credentials, and one with the password of another user", async () => {
    const connect = async (target: KafkaTarget) => {
      const retry = { retries: 0, firstMs: 100, maxMs: 100 };
      const kafka = await openKafka({ ...target, clientId: "test", retry });
      await kafka.asAdmin((admin) => admin.listTopics());
    };
    await expect(connect({ brokers })).rejects.toThrow(/KafkaJS|[Cc]losed/);
    const { sasl } = targetOf("billing");
    const stolen = { ...targetOf("billing"), sasl: { ...sasl, username: "operator" } };
    await expect(connect(stolen)).rejects.toThrow(/Authentication failed/);
    await expect(connect(targetOf("operator"))).resolves.toBeUndefined();
  });
});
