import { setTimeout as delay } from "node:timers/promises";
import type { Settings } from "@orbline/stack/configuration/settings";
import { processStates, stackPids } from "@orbline/stack/supervisor";
import { commandOf, cpuMs, pssMb } from "./proc.ts";

/** What a process used while nobody asked anything. */
export type Usage = { name: string; cpuPercent: number; memoryMb: number };

// For most of a minute after a start compilers still work on what ran then.
const settleMs = 60_000;
const windowMs = 30_000;

/** CPU, in hundredths of one core, and memory of every process of a running product that nobody uses. */
export const measureIdle = async (settings: Settings): Promise<Usage[]> => {
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
};
