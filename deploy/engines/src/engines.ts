import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { EngineTls, KafkaPasswords } from "./access.ts";
import { type Child, startChild } from "./child.ts";
import type { EngineCommand } from "./engine-command.ts";
import { install } from "./install.ts";
import { kafkaCommand, kafkaInstallation, type KafkaVersion } from "./kafka.ts";
import { type MongoBackend, mongoCommand, mongoInstallations } from "./mongo.ts";
import { freePort, waitUntilOpen } from "./ports.ts";
import { redisCommand } from "./redis.ts";

export type EngineName = "kafka" | "mongo" | "redis";

/** The engines to start; all by default. */
export type EnginesOptions = {
  /** `stop` keeps this folder; without it `stop` deletes the temporary one. */
  dataDir?: string;
  kafka?: boolean;
  mongo?: boolean;
  redis?: boolean;
  /** Overrides MONGO_BACKEND. */
  mongoBackend?: MongoBackend;
  /** Overrides KAFKA_VERSION. */
  kafkaVersion?: KafkaVersion;
  /** Kafka admits these users only. */
  kafkaPasswords?: KafkaPasswords;
  /** Redis admits the users of this ACL file only. */
  redisAcl?: string;
  /** Kafka (which then needs passwords) and Redis serve TLS with this self-signed certificate. */
  tls?: EngineTls;
};

/** Running engines; the address of an engine that was not started is empty. */
export type Engines = {
  /** Without a database name and options: `mongodb://127.0.0.1:port`. */
  mongoUrl: string;
  /** `host:port`. */
  kafkaBrokers: string;
  redisUrl: string;
  /** Ends one engine as a crash would (SIGKILL) and waits for its end. */
  kill: (name: EngineName) => Promise<void>;
  /** Freezes one engine (SIGSTOP); `thaw` continues it. */
  freeze: (name: EngineName) => void;
  thaw: (name: EngineName) => void;
  /** Restarts an engine with the same port and data. */
  restart: (name: EngineName) => Promise<void>;
  /** Stops everything and deletes the data folder if it was temporary. */
  stop: () => Promise<void>;
};

type Engine = { port: number; start: () => Promise<Child>; child: Child };

const startDeadlineMs = 60_000;

/**
 * Starts real engines as plain processes on free ports of the loopback address. They end with this process, even if it
 * is killed. @throws with the end of the log of an engine that does not start
 */
export async function startEngines(options: EnginesOptions = {}): Promise<Engines> {
  const { kafka = true, mongo = true, redis = true } = options;
  const wanted = { kafka, mongo, redis };
  await install(
    ...(kafka ? [kafkaInstallation(options.kafkaVersion)] : []),
    ...(mongo ? mongoInstallations(options.mongoBackend) : []),
  );
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), "orbline-engines-"));
  const engines = new Map<EngineName, Engine>();
  const stop = async () => {
    await Promise.all([...engines.values()].map(({ child }) => child.stop()));
    if (!options.dataDir) rmSync(dataDir, { recursive: true, force: true });
  };
  const names = (["kafka", "mongo", "redis"] as const).filter((name) => wanted[name]);
  const starts = await Promise.allSettled(
    names.map(async (name) => engines.set(name, await startEngine(name, dataDir, options))),
  );
  const failed = starts.find((result) => result.status === "rejected");
  if (failed) {
    await stop();
    throw failed.reason;
  }
  const engine = (name: EngineName): Engine => {
    const found = engines.get(name);
    if (!found) throw new Error(`${name} was not started`);
    return found;
  };
  const address = (name: EngineName, scheme = "") =>
    wanted[name] ? `${scheme}127.0.0.1:${engine(name).port}` : "";
  return {
    mongoUrl: address("mongo", "mongodb://"),
    kafkaBrokers: address("kafka"),
    redisUrl: address("redis", options.tls ? "rediss://" : "redis://"),
    kill: (name) => engine(name).child.stop("SIGKILL"),
    freeze: (name) => process.kill(engine(name).child.pid, "SIGSTOP"),
    thaw: (name) => process.kill(engine(name).child.pid, "SIGCONT"),
    restart: async (name) => {
      await engine(name).child.stop();
      engine(name).child = await engine(name).start();
    },
    stop,
  };
}

async function startEngine(
  name: EngineName,
  dataDir: string,
  { mongoBackend, kafkaVersion, kafkaPasswords, redisAcl, tls }: EnginesOptions,
): Promise<Engine> {
  const [port, controllerPort] = [await freePort(), await freePort()];
  const folder = join(dataDir, name);
  const commands: Record<EngineName, () => EngineCommand> = {
    kafka: () =>
      kafkaCommand(folder, { port, controllerPort }, kafkaPasswords, {
        tls,
        version: kafkaVersion,
      }),
    mongo: () => mongoCommand(folder, port, mongoBackend),
    redis: () => redisCommand(folder, port, redisAcl, tls),
  };
  const start = async () => {
    const logFile = join(dataDir, `${name}.log`);
    const child = await startChild({ ...commands[name](), logFile });
    await waitUntilOpen(port, startDeadlineMs, child.ended);
    return child;
  };
  return { port, start, child: await start() };
}
