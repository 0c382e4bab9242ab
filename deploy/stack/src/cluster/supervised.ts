import { setTimeout as delay } from "node:timers/promises";
import { type Child, startChild } from "@orbline/engines/child";

/** How to start a process of the cluster, and how to see that it serves. */
export type Definition = {
  name: string;
  command: () => { command: string; args: string[]; env?: NodeJS.ProcessEnv };
  logFile: string;
  isReady: () => Promise<boolean>;
};

/** A process that is started again a second after it ends. */
export type Supervised = {
  name: string;
  pid: () => number;
  /** Ends it as a crash would (SIGKILL). */
  kill: () => Promise<void>;
  /** Stops it in order (SIGTERM), starts it and waits until it serves. */
  restart: () => Promise<void>;
  /** Stops it in order and starts it no more, or not before `restart`. */
  stop: () => Promise<void>;
  /** @throws after 90 seconds */
  waitUntilReady: () => Promise<void>;
};

const restartAfterMs = 1_000;
const readyDeadlineMs = 90_000;
const stopDeadlineMs = 15_000;

/** Starts a process. It ends with this process at the latest. */
export async function supervise(definition: Definition): Promise<Supervised> {
  const { name, command, logFile, isReady } = definition;
  let child: Child;
  let isStopped = false;

  const start = async (): Promise<void> => {
    isStopped = false;
    const started = await startChild({ ...command(), logFile });
    child = started;
    void started.exited.then(async () => {
      await delay(restartAfterMs);
      if (!isStopped && child === started) await start();
    });
  };
  const waitUntilReady = async () => {
    const end = Date.now() + readyDeadlineMs;
    while (!(await isReady())) {
      if (Date.now() > end) throw new Error(`${name} is not ready; its log is ${logFile}`);
      await delay(100);
    }
  };
  const stop = async () => {
    isStopped = true;
    await child.stop("SIGTERM", stopDeadlineMs);
  };

  await start();
  return {
    name,
    pid: () => child.pid,
    kill: () => child.stop("SIGKILL"),
    restart: async () => {
      await stop();
      await start();
      await waitUntilReady();
    },
    stop,
    waitUntilReady,
  };
}
