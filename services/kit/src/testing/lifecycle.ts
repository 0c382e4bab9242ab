import type { Lifecycle } from "../process/run.ts";

/** A lifecycle for tests: `stop` closes the parts in reverse order, like `run`. */
export function testLifecycle() {
  const parts: (() => unknown)[] = [];
  const failures: Error[] = [];
  const lifecycle: Lifecycle = {
    onStop: (_name, close) => parts.push(close),
    fail: (error) => failures.push(error),
  };
  return {
    lifecycle,
    /** Errors that would have ended the process. */
    failures,
    stop: async (): Promise<void> => {
      for (const close of parts.splice(0).toReversed()) await close();
    },
  };
}
