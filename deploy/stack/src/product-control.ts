import { setTimeout as delay } from "node:timers/promises";
import { waitUntilHealthy } from "./health.ts";
import type { ProcessName } from "./processes.ts";
import type { Settings } from "./configuration/settings.ts";
import { processStates } from "./supervisor.ts";

const pidOf = async (settings: Settings, name: ProcessName) => {
  const states = await processStates(settings);
  return states.find((state) => state.name === name && state.is_running)?.pid;
};

const signal = async (settings: Settings, name: ProcessName, kind: NodeJS.Signals) => {
  const pid = await pidOf(settings, name);
  if (!pid) throw new Error(`${name} does not run`);
  process.kill(pid, kind);
  return pid;
};

/** Faults for a running product, from any process that knows its settings. */
export const controlProduct = (settings: Settings) => ({
  /** Ends one process as a crash would (SIGKILL); the supervisor starts it again after a second. */
  kill: async (name: ProcessName): Promise<void> => {
    const pid = await signal(settings, name, "SIGKILL");
    while ((await pidOf(settings, name)) === pid) await delay(20);
  },
  /** Lets one process stand still, sockets open, until `resume`. */
  pause: async (name: ProcessName): Promise<void> => {
    await signal(settings, name, "SIGSTOP");
  },
  /** Lets a paused process go on. */
  resume: async (name: ProcessName): Promise<void> => {
    await signal(settings, name, "SIGCONT");
  },
  /** Waits until everything serves, e.g. after `kill`. */
  waitUntilHealthy: (): Promise<void> => waitUntilHealthy(settings),
});

/** The faults that a test may cause. */
export type ProductControl = ReturnType<typeof controlProduct>;
