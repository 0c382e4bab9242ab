import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import { delimiter, join } from "node:path";
import { devmongoJar, kafkaLib, localDir } from "./paths.ts";

/** A program and its arguments, and the line it prints when it is ready to serve. */
export type EngineCommand = { command: string; args: string[]; readyLine: string };

/** Class path as an explicit, sorted list: the class archive is only valid for the same order. */
export const kafkaClassPath = (): string =>
  readdirSync(kafkaLib)
    .filter((name) => name.endsWith(".jar"))
    .toSorted()
    .map((name) => join(kafkaLib, name))
    .join(":");

/**
 * JVM flags for a small program that starts quickly; figures for jstat would be taken twenty times a second. What
 * has run out of memory ends, so that its supervisor starts it again, rather than serve with half of its threads.
 */
const smallJvm = ["-XX:TieredStopAtLevel=1", "-XX:-UsePerfData", "-XX:+ExitOnOutOfMemoryError"];

/** JVM flags for a small, quickly started broker. */
export const kafkaJvmFlags = [
  "-Xms64m",
  "-Xmx256m",
  "-XX:+UseSerialGC",
  ...smallJvm,
  "-Djava.awt.headless=true",
  `-Dlog4j.configuration=file:${join(localDir, "kafka/log4j.properties")}`,
];

/** Writes `server.properties` for these ports into the data folder and returns its path. */
export const writeKafkaProperties = (
  dataDir: string,
  ports: { port: number; controllerPort: number },
  extra = "",
): string => {
  mkdirSync(dataDir, { recursive: true });
  const file = join(dataDir, "server.properties");
  const values: Record<string, string> = {
    port: String(ports.port),
    controllerPort: String(ports.controllerPort),
    logDir: join(dataDir, "log"),
  };
  const template = readFileSync(join(localDir, "kafka/server.properties"), "utf8");
  const filled = template.replace(/^([^#].*)$/gm, (line) =>
    line.replace(/\$\{(\w+)\}/g, (_, name: string) => values[name] ?? ""),
  );
  writeFileSync(file, filled + extra);
  return file;
};

/** The broker on these ports. A new data folder starts as a copy of the formatted template. */
export const kafkaCommand = (
  dataDir: string,
  ports: { port: number; controllerPort: number },
): EngineCommand => {
  const properties = writeKafkaProperties(dataDir, ports);
  if (!existsSync(join(dataDir, "log/meta.properties"))) {
    cpSync(join(kafkaLib, "formatted"), join(dataDir, "log"), { recursive: true });
  }
  const archive = `-XX:SharedArchiveFile=${join(kafkaLib, "kafka.jsa")}`;
  return {
    command: "java",
    args: [...kafkaJvmFlags, archive, "-cp", kafkaClassPath(), "kafka.Kafka", properties],
    readyLine: "Kafka Server started",
  };
};

/**
 * Redis with an append-only file, synced before each answer: what it acknowledged survives a SIGKILL. With
 * `everysec` a write waits up to two seconds while a sync is in progress, though it was answered: a session that
 * was just opened, or just ended, would be lost or come back.
 */
export const redisCommand = (dataDir: string, port: number): EngineCommand => {
  mkdirSync(dataDir, { recursive: true });
  const args = ["--port", String(port), "--bind", "127.0.0.1", "--dir", dataDir];
  args.push("--appendonly", "yes", "--appendfsync", "always", "--save", "");
  return { command: "redis-server", args, readyLine: "Ready to accept connections" };
};

/** Full path of a program on PATH, or undefined. */
export const onPath = (name: string): string | undefined =>
  (process.env["PATH"] ?? "")
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((file) => existsSync(file));

/** Which Mongo serves: `devmongo` or `mongod`. */
export type MongoBackend = "devmongo" | "mongod";

/** MONGO_BACKEND decides; without it a `mongod` on PATH is preferred. @throws on another name. */
export const mongoBackend = (wanted = process.env["MONGO_BACKEND"]): MongoBackend => {
  if (!wanted) return onPath("mongod") ? "mongod" : "devmongo";
  if (wanted === "devmongo" || wanted === "mongod") return wanted;
  throw new Error(`MONGO_BACKEND is "${wanted}"; it may be "devmongo" or "mongod"`);
};

/** Megabytes that devmongo's heap may take, from DEVMONGO_HEAP_MB. @throws when it is too little or no number. */
export const devmongoHeapMb = (wanted = process.env["DEVMONGO_HEAP_MB"]): number => {
  const heapMb = Number(wanted || 256);
  if (Number.isInteger(heapMb) && heapMb >= 64) return heapMb;
  throw new Error(`DEVMONGO_HEAP_MB is "${wanted}"; it may be a whole number from 64`);
};

/** A rebuild must not change the file from which a running server still loads its classes. */
const ownCopy = (source: string, target: string): string => {
  copyFileSync(source, `${target}.new`);
  renameSync(`${target}.new`, target);
  return target;
};

/** A Mongo-wire server: the official `mongod`, or devmongo. */
export const mongoCommand = (
  dataDir: string,
  port: number,
  backend = mongoBackend(),
): EngineCommand => {
  mkdirSync(dataDir, { recursive: true });
  if (backend === "mongod") {
    const args = ["--port", String(port), "--bind_ip", "127.0.0.1", "--dbpath", dataDir];
    args.push("--nounixsocket", "--wiredTigerCacheSizeGB", "0.25");
    return { command: "mongod", args, readyLine: "Waiting for connections" };
  }
  const jar = ownCopy(devmongoJar, join(dataDir, "devmongo.jar"));
  const file = join(dataDir, "devmongo.mv");
  const heapMb = devmongoHeapMb();
  // What leaves a larger cache has grown old there, and is more work to collect.
  const options = { port, file, "cache-mb": Math.floor(heapMb / 16) };
  // Collects beside its work: the serial collector stopped it for 80 ms, every six seconds under load.
  const heap = [`-Xmx${heapMb}m`, "-XX:+UseG1GC", "-XX:MaxGCPauseMillis=15"];
  return {
    command: "java",
    args: [...heap, ...smallJvm, "-jar", jar].concat(
      Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]),
    ),
    readyLine: "devmongo ready on",
  };
};
