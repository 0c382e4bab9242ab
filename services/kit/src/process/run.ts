import { flushCompileCache } from "node:module";
import closeWithGrace from "close-with-grace";
import type { TracingConfig } from "../config.ts";
import type { Logger } from "../observability/logger.ts";
import { startTracing } from "../observability/tracing.ts";

export type Lifecycle = {
  /** Registers how to close a part; parts close in reverse order of registration. */
  onStop: (name: string, close: () => unknown) => void;
  /** Ends the process with code 1 after an orderly close. */
  fail: (error: Error) => void;
};

/** Ends the process by an uncaught error, on which close-with-grace exits with code 1. */
function fail(error: Error) {
  process.nextTick(() => {
    throw error;
  });
}

/**
 * Starts a process, traced if its configuration says so, and closes it in order within 10 seconds on SIGTERM, SIGINT or
 * an unhandled error. If the start fails, the running parts close and the process exits with code 1.
 */
export async function run({
  logger,
  tracing,
  start,
}: {
  logger: Logger;
  /** Name of the process in traces, and where traces are sent. */
  tracing?: { service: string; config: TracingConfig };
  start: (lifecycle: Lifecycle) => Promise<unknown>;
}): Promise<void> {
  const parts: { name: string; close: () => unknown }[] = [];
  closeWithGrace({ delay: 10_000, logger: false }, async ({ err, signal }) => {
    if (err) logger.fatal({ err }, "stopping after an error");
    else logger.info({ signal }, "stopping");
    for (const { name, close } of parts.toReversed()) {
      try {
        await close();
      } catch (error) {
        logger.error({ err: error, part: name }, "part did not close cleanly");
      }
    }
  });
  try {
    const stopTracing = tracing && (await startTracing({ ...tracing, logger }));
    if (stopTracing) parts.push({ name: "tracing", close: stopTracing });
    await start({ onStop: (name, close) => parts.push({ name, close }), fail });
    logger.info("started");
    // Node writes its compile cache only at a clean exit, which a killed process never has.
    flushCompileCache();
  } catch (error) {
    fail(error instanceof Error ? error : new Error(String(error)));
  }
}
