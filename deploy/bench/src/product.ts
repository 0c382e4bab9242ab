import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { backfillSecondsIn } from "@orbline/demo/backfill-report";
import { repoRoot } from "@orbline/engines/paths";
import { freePortBase } from "@orbline/engines/ports";
import type { Settings } from "@orbline/stack/configuration/settings";
import { defaultPorts } from "@orbline/stack/configuration/variables";
import { processStates, stackPids } from "@orbline/stack/supervisor";
import { commandOf, cpuMs, pssMb } from "./proc.ts";

/** CPU and memory of one process of an idle product. */
export type Usage = { name: string; cpuPercent: number; memoryMb: number };

/** Compilers still work on the start for most of a minute. */
const settleMs = 60_000;
const windowMs = 30_000;

/** CPU, in percent of one core, and memory of every process of an idle product. */
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

/** Seconds of a first `make up` for the demo's past, and of a second one on the same data. */
export type Starts = { backfillSeconds: number; warmUpSeconds: number };

/** Measures two starts of a product with its own data and ports. @throws when the first filled in no past */
export async function measureStarts(dataDir: string): Promise<Starts> {
  const portNames = Object.keys(defaultPorts);
  const base = await freePortBase(portNames.length);
  const ports = portNames.map((name, index) => [name, String(base + index)]);
  const env = { ...Object.fromEntries(ports), DATA_DIR: join(dataDir, "warm") };
  const first = await make("up", env);
  await make("down", env);
  const second = await make("up", env);
  await make("down", env);
  const backfillSeconds = backfillSecondsIn(first.printed);
  if (backfillSeconds === undefined) throw new Error("the first make up filled in no past");
  return { backfillSeconds, warmUpSeconds: second.seconds };
}

async function make(target: string, env: NodeJS.ProcessEnv) {
  const startedAt = performance.now();
  const child = spawn("make", ["-C", repoRoot, target], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let printed = "";
  child.stdout.on("data", (chunk: Buffer) => (printed += chunk.toString()));
  const [code] = (await once(child, "close")) as [number | null];
  if (code !== 0) throw new Error(`make ${target} ended with exit code ${code}`);
  return { seconds: (performance.now() - startedAt) / 1_000, printed };
}
