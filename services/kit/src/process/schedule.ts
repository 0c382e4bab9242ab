import { mongoLease } from "../mongo/lease.ts";
import type { ServiceContext } from "../service-context.ts";

type Job = { name: string; everyMs: number; job: () => Promise<unknown> };

/**
 * Runs a job of this process now and then every `everyMs`, never two at once, until the service stops, which waits for a run in progress.
 * A failed run is logged and the next one tries again.
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
 * Runs a job every `everyMs` in one of all processes that have this database, the first time at once. If the process that
 * runs it dies, another one runs it after ten seconds at most. Processes try at random moments of a tenth of the time, so
 * that they do not all ask at once. A failed run is logged and the next one tries again. The service waits for a run in
 * progress before it stops.
 */
export function scheduleOnce(
  { logger, lifecycle, connection }: Pick<ServiceContext, "logger" | "lifecycle" | "connection">,
  { name, everyMs, job }: Job,
): void {
  const lease = mongoLease(connection, `job: ${name}`);
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
    timer = setTimeout(start, Math.max(waitMs, 0) + Math.random() * (everyMs / 10));
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
