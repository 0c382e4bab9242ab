import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { isOpen } from "@orbline/engines/ports";
import type { Settings } from "./configuration/settings.ts";
import { localEngines, programs, readyAddress } from "./processes.ts";
import { processStates } from "./supervisor.ts";

/** A process that restarted this often during one start will not become ready. */
const maxRestarts = 5;

/**
 * Waits until every process is ready. The deadline is for what hangs: a busy machine takes minutes. @throws after `deadlineMs`, with
 * the log of one that is not ready
 */
export async function waitUntilHealthy(settings: Settings, deadlineMs = 300_000): Promise<void> {
  const end = Date.now() + deadlineMs;
  const restartsBefore = new Map<string, number>();
  for (;;) {
    const health = await processHealth(settings);
    const waiting = [...health].filter(([, isReady]) => !isReady).map(([name]) => name);
    if (waiting.length === 0) return;
    const states = await processStates(settings);
    for (const { name, restarts } of states)
      if (!restartsBefore.has(name)) restartsBefore.set(name, restarts);
    const failed = states.find(
      ({ name, restarts }) => restarts - (restartsBefore.get(name) ?? 0) >= maxRestarts,
    );
    const culprit = failed?.name ?? (Date.now() > end ? waiting[0] : undefined);
    if (culprit) {
      const log = logTail(settings, culprit);
      throw new Error(`not ready: ${waiting.join(", ")}\nlog of ${culprit}:\n${log}`);
    }
    await delay(150);
  }
}

/** Whether each process is ready: engines are checked by their port, programs by HTTP. */
export async function processHealth(settings: Settings): Promise<Map<string, boolean>> {
  const engines = localEngines(settings).map(async ({ name, ports: [first] }) => {
    return [name, first !== undefined && (await isOpen(settings.ports[first]))] as const;
  });
  const checks = programs.map(async (program) => {
    const { host, port, path } = readyAddress(settings, program);
    return [program.name, await isOk(`http://${host}:${port}${path}`)] as const;
  });
  return new Map<string, boolean>(await Promise.all([...engines, ...checks]));
}

/** The last lines of a process's log. */
export function logTail({ dataDir }: Settings, name: string): string {
  try {
    const log = readFileSync(join(dataDir, `logs/${name}.log`), "utf8");
    return log.split("\n").slice(-15).join("\n");
  } catch {
    return "(no log)";
  }
}

function isOk(url: string): Promise<boolean> {
  return fetch(url, { signal: AbortSignal.timeout(2000) }).then(
    (response) => response.ok,
    () => false,
  );
}
