import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { startEngines } from "../engines.ts";
import { type EngineSettings, readEngineSettings, type TestEngine } from "./config.ts";
import { dockerHostname, startContainers, type StartedEngines } from "./containers.ts";

/** Addresses of the engines that all integration tests of a run share. */
export type EngineAddresses = { mongoUrl: string; kafkaBrokers: string; redisUrl: string };

declare module "vitest" {
  interface ProvidedContext extends EngineAddresses {}
}

/**
 * Provides the engines of a whole test run: those that the environment names, else containers if a Docker engine
 * responds, else processes of this machine.
 */
export async function setup(project: TestProject) {
  const settings = readEngineSettings();
  const names = (["mongo", "kafka", "redis"] as const).filter((name) => !settings.given[name]);
  const started = names.length > 0 ? await start(settings, names) : undefined;
  const { mongo = "", kafka = "", redis = "" } = { ...started?.urls, ...settings.given };
  project.provide("mongoUrl", mongo);
  project.provide("kafkaBrokers", kafka);
  project.provide("redisUrl", redis);
  return started?.stop;
}

async function start(settings: EngineSettings, names: TestEngine[]): Promise<StartedEngines> {
  const { source } = settings;
  const hostname = source === "local" ? undefined : await dockerHostname(settings);
  if (source === "containers" && !hostname) throw new Error("no Docker engine responds");
  if (!hostname) return startProcesses(names);
  try {
    return await startContainers(names, hostname);
  } catch (error) {
    if (source === "containers") throw error;
    process.stderr.write(
      `using local engines, because containers do not start: ${String(error)}\n`,
    );
    return startProcesses(names);
  }
}

/** Real engines as processes of this machine, on free ports and in a temporary folder. */
async function startProcesses(names: TestEngine[]): Promise<StartedEngines> {
  const dataDir = mkdtempSync(join(tmpdir(), "orbline-test-"));
  const engines = await startEngines({
    dataDir,
    mongo: names.includes("mongo"),
    kafka: names.includes("kafka"),
    redis: names.includes("redis"),
  });
  return {
    urls: { mongo: engines.mongoUrl, kafka: engines.kafkaBrokers, redis: engines.redisUrl },
    stop: async () => {
      await engines.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
