import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { isOpen } from "@orbline/engines/ports";
import { localEngines, presentPrograms, readyAddress } from "./processes.ts";
import type { Settings } from "./configuration/settings.ts";
import { type ProcessState, processStates } from "./supervisor.ts";

const answersReady = (url: string) =>
  fetch(url, { signal: AbortSignal.timeout(2000) }).then(
    (response) => response.ok,
    () => false,
  );

/** Asks each process itself whether it serves: engines by their port, programs by HTTP. */
export const processHealth = async (settings: Settings): Promise<Map<string, boolean>> => {
  const engines = localEngines(settings).map(async ({ name, ports: [first] }) => {
    return [name, first !== undefined && (await isOpen(settings.ports[first]))] as const;
  });
  const programs = presentPrograms().map(async (program) => {
    const { host, port, path } = readyAddress(settings, program);
    return [program.name, await answersReady(`http://${host}:${port}${path}`)] as const;
  });
  return new Map<string, boolean>(await Promise.all([...engines, ...programs]));
};

/** The last lines of a process's log. */
export const logTail = ({ dataDir }: Settings, name: string): string => {
  try {
    return readFileSync(join(dataDir, `logs/${name}.log`), "utf8")
      .split("\n")
      .slice(-15)
      .join("\n");
  } catch {
    return "(no log)";
  }
};

/** A process that ended this often during one start will not come up. */
const hopeless = ({ restarts }: ProcessState, before: number) => restarts - before >= 5;

/** Waits until everything serves. @throws with the log of what does not, after `deadlineMs`. */
export const waitUntilHealthy = async (settings: Settings, deadlineMs = 90_000): Promise<void> => {
  const end = Date.now() + deadlineMs;
  const before = new Map<string, number>();
  for (;;) {
    const health = await processHealth(settings);
    const waiting = [...health].filter(([, ready]) => !ready).map(([name]) => name);
    if (waiting.length === 0) return;
    const states = await processStates(settings);
    for (const { name, restarts } of states) {
      if (!before.has(name)) before.set(name, restarts);
    }
    const lost = states.find((state) => hopeless(state, before.get(state.name) ?? 0));
    const culprit = lost?.name ?? (Date.now() > end ? waiting[0] : undefined);
    if (culprit) {
      const all = waiting.join(", ");
      throw new Error(`not ready: ${all}\nlog of ${culprit}:\n${logTail(settings, culprit)}`);
    }
    await delay(150);
  }
};
