import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Child, startChild } from "./child.ts";
import type { EngineCommand } from "./engine-command.ts";
import { install } from "./install.ts";
import { kafkaCommand, kafkaInstallation } from "./kafka.ts";
import { type MongoBackend, mongoCommand, mongoInstallations } from "./mongo.ts";
import { freePort, waitUntilOpen } from "./ports.ts";
import { redisCommand } from "./redis.ts";

/** The engines that the product stands on. */
export type EngineName = "kafka" | "mongo" | "redis";

/** What to start; everything by default. */
export type EnginesOptions = {
  /** Kept when given; otherwise a temporary folder that `stop` removes. */
  dataDir?: string;
  kafka?: boolean;
  mongo?: boolean;
  redis?: boolean;
  /** Overrides MONGO_BACKEND. */
  mongoBackend?: MongoBackend;
};

/** Running engines; the URL of one that was not asked for is empty. */
export type Engines = {
  /** Without a database name and options: `mongodb://127.0.0.1:port`. */
  mongoUrl: string;
  /** `host:port`. */
  kafkaBrokers: string;
  redisUrl: string;
  /** Ends one engine as a crash would (SIGKILL) and waits until it is gone. */
  kill: (name: EngineName) => Promise<void>;
  /** Freezes one engine (SIGSTOP); `thaw` lets it run on. */
  freeze: (name: EngineName) => void;
  thaw: (name: EngineName) => void;
  /** Starts a stopped engine on the same port and data; stops it first if it still runs. */
  restart: (name: EngineName) => Promise<void>;
  /** Stops everything and removes the data folder if it was temporary. */
  stop: () => Promise<void>;
};

type Engine = { port: number; start: () => Promise<Child>; child: Child };

const startDeadlineMs = 60_000;

const startEngine = async (name: EngineName, dataDir: string, options: EnginesOptions) => {
  const port = await freePort();
  const controllerPort = await freePort();
  const folder = join(dataDir, name);
  const commands: Record<EngineName, () => EngineCommand> = {
    kafka: () => kafkaCommand(folder, { port, controllerPort }),
    mongo: () => mongoCommand(folder, port, options.mongoBackend),
    redis: () => redisCommand(folder, port),
  };
  const start = async () => {
    const child = await startChild({
      ...commands[name](),
      logFile: join(dataDir, `${name}.log`),
    });
    await waitUntilOpen(port, startDeadlineMs, child.ended);
    return child;
  };
  return { port, start, child: await start() };
};

/**
 * Starts real engines as plain processes on free ports of the loopback address. They end with this
 * process, however it ends. @throws with the end of the engine's log when one does not start.
 */
export const startEngines = async (options: EnginesOptions = {}): Promise<Engines> => {
  const { kafka = true, mongo = true, redis = true } = options;
  const wanted = { kafka, mongo, redis };
  await install(
    ...(kafka ? [kafkaInstallation] : []),
    ...(mongo ? mongoInstallations(options.mongoBackend) : []),
  );
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), "orbline-engines-"));
  const engines = new Map<EngineName, Engine>();
  const stop = async () => {
    await Promise.all([...engines.values()].map(({ child }) => child.stop()));
    if (!options.dataDir) rmSync(dataDir, { recursive: true, force: true });
  };
  const begin = async (name: EngineName) => {
    if (wanted[name]) engines.set(name, await startEngine(name, dataDir, options));
  };
  const begun = await Promise.allSettled([begin("kafka"), begin("mongo"), begin("redis")]);
  const failed = begun.find((result) => result.status === "rejected");
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
    redisUrl: address("redis", "redis://"),
    kill: (name) => engine(name).child.stop("SIGKILL"),
    freeze: (name) => process.kill(engine(name).child.pid, "SIGSTOP"),
    thaw: (name) => process.kill(engine(name).child.pid, "SIGCONT"),
    restart: async (name) => {
      await engine(name).child.stop();
      engine(name).child = await engine(name).start();
    },
    stop,
  };
};
