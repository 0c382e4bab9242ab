import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEngines } from "@orbline/local/engines";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    mongoUrl: string;
    kafkaBrokers: string;
    redisUrl: string;
  }
}

/** Starts one set of real engines for a test run, on free ports and in a folder of its own. */
export const setup = async (project: TestProject) => {
  const dataDir = mkdtempSync(join(tmpdir(), "orbline-test-"));
  const engines = await startEngines({ dataDir });
  project.provide("mongoUrl", engines.mongoUrl);
  project.provide("kafkaBrokers", engines.kafkaBrokers);
  project.provide("redisUrl", engines.redisUrl);
  return async () => {
    await engines.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
};
