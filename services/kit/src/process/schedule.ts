import type { Logger } from "../observability/logger.ts";
import type { ServiceContext } from "../service-context.ts";

type Job = { name: string; everyMs: number; job: () => Promise<unknown> };

/** Runs a job now and then every `everyMs` until the service stops, which waits for a run in progress. */
export function schedule(
  { logger, lifecycle }: Pick<ServiceContext, "logger" | "lifecycle">,
  job: Job,
): void {
  lifecycle.onStop(job.name, repeat({ ...job, logger }).stop);
}

/** Runs a job now and then every `everyMs`, never two at once. A failed run is logged and the next one tries again. */
export function repeat({ name, everyMs, job, logger }: Job & { logger: Logger }): {
  /** Ends the repetition and waits for a run in progress. */
  stop: () => Promise<void>;
} {
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
  return {
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}
