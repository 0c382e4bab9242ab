import { setTimeout as delay } from "node:timers/promises";
import type { Settings } from "./configuration/settings.ts";
import { waitUntilHealthy } from "./health.ts";
import type { ProcessName } from "./processes.ts";
import { processStates } from "./supervisor.ts";

/** The faults that a test can cause. */
export type ProductControl = ReturnType<typeof controlProduct>;

/** Faults for a running product, for any process that has its settings. */
export function controlProduct(settings: Settings) {
  const pidOf = async (name: ProcessName) => {
    const states = await processStates(settings);
    return states.find((state) => state.name === name && state.is_running)?.pid;
  };
  const signal = async (name: ProcessName, kind: NodeJS.Signals) => {
    const pid = await pidOf(name);
    if (!pid) throw new Error(`${name} does not run`);
    process.kill(pid, kind);
    return pid;
  };
  return {
    /** The process id, if the process runs. */
    pidOf,
    /** Ends one process as a crash would (SIGKILL). The supervisor restarts it after a second. */
    kill: async (name: ProcessName): Promise<void> => {
      const pid = await signal(name, "SIGKILL");
      while ((await pidOf(name)) === pid) await delay(20);
    },
    /** Freezes one process with its sockets open (SIGSTOP). */
    pause: async (name: ProcessName): Promise<void> => void (await signal(name, "SIGSTOP")),
    /** Continues a paused process. */
    resume: async (name: ProcessName): Promise<void> => void (await signal(name, "SIGCONT")),
    /** Waits until every process is ready, for example after `kill`. */
    waitUntilHealthy: (): Promise<void> => waitUntilHealthy(settings),
  };
}
