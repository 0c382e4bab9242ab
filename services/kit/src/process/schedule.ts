import type { ServiceContext } from "../service-context.ts";

type Job = { name: string; everyMs: number; job: () => Promise<unknown> };

/**
 * Runs a job now and then every `everyMs`, never two at once, until the service stops, which waits for a run in progress.
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
