import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { repoRoot } from "@orbline/engines/paths";
import type { Settings } from "@orbline/stack/configuration/settings";
import { lastBackfill } from "@orbline/stack/demo";
import { portsFrom } from "@orbline/stack/product";
import { processStates, stackPids } from "@orbline/stack/supervisor";
import { commandOf, cpuMs, pssMb } from "./proc.ts";

/** CPU, in percent of one core, and memory of one process of an idle product. */
export type Usage = { name: string; cpuPercent: number; memoryMb: number };

/** Seconds that the first `make up` spent on the demo's past, and duration of a second one on the same data. */
export type Starts = { backfillSeconds: number; warmUpSeconds: number };

/** Compilers work for most of a minute after a start. */
const settleMs = 60_000;
const windowMs = 30_000;

/** Usage of every process of an idle product, the busiest first. */
export async function measureIdle(settings: Settings): Promise<Usage[]> {
  await delay(settleMs);
  const states = await processStates(settings);
  const names = new Map(states.map(({ pid, name }) => [pid, name]));
  const before = stackPids(settings).map((pid) => ({ pid, ms: cpuMs([pid]) }));
  const startedAt = performance.now();
  await delay(windowMs);
  const passedMs = performance.now() - startedAt;
  const usage = before.map(({ pid, ms }) => ({
    name: names.get(pid) ?? commandOf(pid),
    cpuPercent: ((cpuMs([pid]) - ms) / passedMs) * 100,
    memoryMb: pssMb(pid),
  }));
  return usage.toSorted((a, b) => b.cpuPercent - a.cpuPercent);
}

/** Measures two starts of a product with its own data and ports. @throws when the first one filled in no past */
export async function measureStarts(dataDir: string): Promise<Starts> {
  const env = { ...(await portsFrom()), DATA_DIR: join(dataDir, "warm") };
  await make("up", env);
  await make("down", env);
  const warmUpSeconds = await make("up", env);
  await make("down", env);
  const backfill = lastBackfill(env.DATA_DIR);
  if (!backfill) throw new Error("the first make up filled in no past");
  return { backfillSeconds: backfill.seconds, warmUpSeconds };
}

/** Runs a target of the Makefile and returns its duration in seconds. */
async function make(target: string, env: NodeJS.ProcessEnv): Promise<number> {
  const startedAt = performance.now();
  const child = spawn("make", ["-C", repoRoot, target], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const [code] = (await once(child, "close")) as [number | null];
  if (code !== 0) throw new Error(`make ${target} ended with exit code ${code}`);
  return (performance.now() - startedAt) / 1_000;
}
