import type { Logger } from "../observability/logger.ts";

/** Runs a job now and then every `everyMs`, never two at once; a failing run is logged and the next one tries again. */
export const repeat = ({
  name,
  everyMs,
  job,
  logger,
}: {
  name: string;
  everyMs: number;
  job: () => Promise<unknown>;
  logger: Logger;
}): { stop: () => Promise<void> } => {
  let running: Promise<void> | undefined;
  const tick = () => {
    running ??= job()
      .then(
        () => undefined,
        (error: unknown) =>
          logger.warn({ err: error, job: name }, "job failed, trying again later"),
      )
      .finally(() => {
        running = undefined;
      });
  };
  tick();
  const timer = setInterval(tick, everyMs);
  return {
    /** Ends the repetition and waits for a run in progress. */
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
};
