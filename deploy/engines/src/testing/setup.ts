import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEngines } from "../engines.ts";
import type { TestProject } from "vitest/node";
import { dockerHostname, startContainers, type StartedEngines } from "./containers.ts";
import { type EngineSettings, readEngineSettings, type TestEngine } from "./config.ts";

/** Addresses of the engines that one test run shares. */
export type EngineAddresses = { mongoUrl: string; kafkaBrokers: string; redisUrl: string };

declare module "vitest" {
  interface ProvidedContext extends EngineAddresses {}
}

/** Real engines as processes of this machine, on free ports and in a folder of their own. */
const startProcesses = async (names: TestEngine[]): Promise<StartedEngines> => {
  const dataDir = mkdtempSync(join(tmpdir(), "orbline-test-"));
  const wanted = (name: TestEngine) => names.includes(name);
  const engines = await startEngines({
    dataDir,
    mongo: wanted("mongo"),
    kafka: wanted("kafka"),
    redis: wanted("redis"),
  });
  return {
    urls: { mongo: engines.mongoUrl, kafka: engines.kafkaBrokers, redis: engines.redisUrl },
    stop: async () => {
      await engines.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
};

const start = async (settings: EngineSettings, names: TestEngine[]): Promise<StartedEngines> => {
  const { source } = settings;
  const hostname = source === "local" ? undefined : await dockerHostname(settings);
  if (source === "containers" && !hostname) throw new Error("no Docker engine answers");
  if (!hostname) return startProcesses(names);
  try {
    return await startContainers(names, hostname);
  } catch (error) {
    if (source === "containers") throw error;
    process.stderr.write(`engines as processes, for no containers start: ${String(error)}\n`);
    return startProcesses(names);
  }
};

/**
 * Decides what integration tests stand on: the engines that the environment names, else containers
 * where a Docker engine answers, else processes of this machine. One set serves a whole run.
 */
export const setup = async (project: TestProject) => {
  const settings = readEngineSettings();
  const names = (["mongo", "kafka", "redis"] as const).filter((name) => !settings.given[name]);
  const started = names.length > 0 ? await start(settings, names) : undefined;
  const { mongo = "", kafka = "", redis = "" } = { ...started?.urls, ...settings.given };
  project.provide("mongoUrl", mongo);
  project.provide("kafkaBrokers", kafka);
  project.provide("redisUrl", redis);
  return started?.stop;
};
