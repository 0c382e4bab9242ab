import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import type { Settings } from "@orbline/stack/configuration/settings";
import { stackPids } from "@orbline/stack/supervisor";
import { heapMbIn, type Reading, type Watched } from "./flatness.ts";

const everyMs = 1_000;

type Ports = Settings["ports"];

/** The ports of the programs that serve metrics. */
const metricsPorts = (ports: Ports): Record<string, number> => ({
  gateway: ports.GATEWAY_INTERNAL_PORT,
  identity: ports.IDENTITY_PORT,
  billing: ports.BILLING_PORT,
  prediction: ports.PREDICTION_PORT,
  admin: ports.ADMIN_PORT,
});

/** The workspace of a program (`node …/<workspace>/src/main.ts`), or the command of an engine. */
const nameOf = (pid: number) => {
  const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0").join(" ");
  const program = /([\w-]+)\/src\/main\.ts/.exec(command)?.[1];
  const engine = command.split(" ")[0]?.split("/").at(-1);
  return { name: program ?? engine ?? String(pid), isOurs: program !== undefined };
};

const read = async (pid: number, port: number | undefined): Promise<Reading> => {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const kilobytes = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0);
  const held = { residentMb: kilobytes / 1024, handles: readdirSync(`/proc/${pid}/fd`).length };
  if (port === undefined) return held;
  const signal = AbortSignal.timeout(everyMs);
  const metrics = await fetch(`http://127.0.0.1:${port}/metrics`, { signal });
  if (!metrics.ok) throw new Error(`metrics responded with ${metrics.status}`);
  return { ...held, heapMb: heapMbIn(await metrics.text()) };
};

const look = async (settings: Settings, processes: Map<number, Watched>, round: number) => {
  const ports = metricsPorts(settings.ports);
  for (const pid of stackPids(settings)) {
    try {
      const one = processes.get(pid) ?? { ...nameOf(pid), readings: [] };
      processes.set(pid, one);
      one.readings[round] = await read(pid, ports[one.name]);
    } catch {
      // The process has ended, or it is too busy to respond.
    }
  }
};

/** Reads the memory (MB) and open handles of every process of a stack once a second while `work` runs. */
export const whileWatched = async <T>(settings: Settings, work: () => Promise<T>) => {
  const processes = new Map<number, Watched>();
  const ending = new AbortController();
  const { signal } = ending;
  let rounds = 0;
  const watch = async () => {
    while (!signal.aborted) {
      await look(settings, processes, rounds);
      rounds += 1;
      await delay(everyMs, undefined, { signal }).catch(() => undefined);
    }
  };
  const watching = watch();
  try {
    return { result: await work(), processes, rounds };
  } finally {
    ending.abort();
    await watching;
  }
};
