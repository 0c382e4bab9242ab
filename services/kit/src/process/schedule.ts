import { setTimeout as sleep } from "node:timers/promises";
import type { Connection } from "mongoose";
import { mongoLease } from "../mongo/lease.ts";
import type { ServiceContext } from "../service-context.ts";

const maxJitterMs = 2_000;
const leasePollMs = 200;

type Job = { name: string; everyMs: number; job: () => Promise<unknown> };

/**
 * Runs a job in this process, at once and every `everyMs`, never two runs at the same time. A failed run is logged and the next
 * one tries again. The service waits for a run in progress before it stops.
 */
export function schedule(
  { logger, lifecycle }: Pick<ServiceContext, "logger" | "lifecycle">,
  { name, everyMs, job }: Job,
): void {
  let running: Promise<void> | undefined;
  const run = async () => {
    try {
      await job();
    } catch (error) {
      logger.warn({ err: error, job: name }, "job failed, trying again later");
    }
  };
  const tick = () => {
    running ??= run().finally(() => {
      running = undefined;
    });
  };
  tick();
  const timer = setInterval(tick, everyMs);
  lifecycle.onStop(name, async () => {
    clearInterval(timer);
    await running;
  });
}

/**
 * Runs a job every `everyMs` in one of all processes that have this database, the first time at once. If the process
 * that runs it dies, another one runs it twelve seconds later at the latest: ten of the lease and two of a random wait,
 * which keeps the processes from asking all at once. A failed run is logged and the next one tries again. The service
 * waits for a run in progress before it stops.
 */
export function scheduleOnce(
  { logger, lifecycle, connection }: Pick<ServiceContext, "logger" | "lifecycle" | "connection">,
  { name, everyMs, job }: Job,
): void {
  const lease = leaseOf(connection, name);
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const run = async () => {
    let waitMs = everyMs;
    try {
      if (!(await lease.run(job, everyMs))) waitMs = Math.min(await lease.waitMs(everyMs), everyMs);
    } catch (error) {
      logger.warn({ err: error, job: name }, "job failed, trying again later");
    }
    if (isStopped) return;
    timer = setTimeout(
      start,
      Math.max(waitMs, 0) + Math.random() * Math.min(everyMs / 10, maxJitterMs),
    );
  };
  let running: Promise<void> | undefined;
  const start = () => {
    running = run();
  };
  start();
  lifecycle.onStop(name, async () => {
    isStopped = true;
    clearTimeout(timer);
    await running;
  });
}

/** Runs work while no process runs the job of `scheduleOnce` with this name. A run in progress ends first. */
export async function holdJob(
  connection: Connection,
  name: string,
  work: () => Promise<unknown>,
): Promise<void> {
  const lease = leaseOf(connection, name);
  while (!(await lease.run(work))) await sleep(leasePollMs);
}

const leaseOf = (connection: Connection, name: string) => mongoLease(connection, `job: ${name}`);
