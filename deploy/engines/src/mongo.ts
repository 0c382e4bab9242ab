import { copyFileSync, mkdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { type EngineCommand, onPath, smallJvm } from "./engine-command.ts";
import type { Installation } from "./install.ts";
import { devmongoDir, devmongoJar } from "./paths.ts";
import { run } from "./command.ts";
import { hashOf } from "./stamp.ts";

/** The Mongo server to use. */
export type MongoBackend = "devmongo" | "mongod";

/** A server for the Mongo protocol: the official `mongod`, or devmongo. */
export function mongoCommand(
  dataDir: string,
  port: number,
  backend = mongoBackend(),
): EngineCommand {
  mkdirSync(dataDir, { recursive: true });
  return backend === "mongod" ? mongodCommand(dataDir, port) : devmongoCommand(dataDir, port);
}

/** The backend of MONGO_BACKEND; by default `mongod` if it is on PATH. @throws for an unknown name */
export function mongoBackend(wanted = process.env["MONGO_BACKEND"]): MongoBackend {
  if (!wanted) return onPath("mongod") ? "mongod" : "devmongo";
  if (wanted === "devmongo" || wanted === "mongod") return wanted;
  throw new Error(`MONGO_BACKEND is "${wanted}"; it may be "devmongo" or "mongod"`);
}

/** What must be built before `mongoCommand` can run: devmongo, or nothing. */
export function mongoInstallations(backend = mongoBackend()): Installation[] {
  if (backend === "mongod") return [];
  return [
    {
      name: "devmongo",
      output: devmongoJar,
      inputs: () => hashOf([join(devmongoDir, "pom.xml"), join(devmongoDir, "src")]),
      build: () => run("mvn", ["-B", "-q", "package", "-DskipTests"], { cwd: devmongoDir }),
      tool: "maven",
    },
  ];
}

function mongodCommand(dataDir: string, port: number): EngineCommand {
  const args = ["--port", String(port), "--bind_ip", "127.0.0.1", "--dbpath", dataDir];
  args.push("--nounixsocket", "--wiredTigerCacheSizeGB", "0.25");
  return { command: "mongod", args, readyLine: "Waiting for connections" };
}

function devmongoCommand(dataDir: string, port: number): EngineCommand {
  // A rebuild must not change the file from which a running server loads its classes.
  const jar = join(dataDir, "devmongo.jar");
  copyFileSync(devmongoJar, `${jar}.new`);
  renameSync(`${jar}.new`, jar);
  const file = join(dataDir, "devmongo.mv");
  const heapMb = devmongoHeapMb();
  // Documents that stay longer in a larger cache reach the old generation and cost more to collect.
  const options = { port, file, "cache-mb": Math.floor(heapMb / 16) };
  // G1 collects concurrently: the serial collector paused for 80 ms every six seconds under load.
  const heap = [`-Xmx${heapMb}m`, "-XX:+UseG1GC", "-XX:MaxGCPauseMillis=15"];
  return {
    command: "java",
    args: [...heap, ...smallJvm, "-jar", jar].concat(
      Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]),
    ),
    readyLine: "devmongo ready on",
  };
}

/** Maximum heap of devmongo in megabytes, from DEVMONGO_HEAP_MB. @throws when it is below 64 or not a number */
function devmongoHeapMb(wanted = process.env["DEVMONGO_HEAP_MB"]): number {
  const heapMb = Number(wanted || 256);
  if (Number.isInteger(heapMb) && heapMb >= 64) return heapMb;
  throw new Error(`DEVMONGO_HEAP_MB is "${wanted}"; it may be a whole number from 64`);
}
