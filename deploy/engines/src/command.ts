/** Runs a command of the Makefile: an expected failure ends it with its message and exit code 1. */
export const runCommand = async (command: () => Promise<unknown>): Promise<void> => {
  try {
    await command();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
};

/** Seconds since `startedAt` (milliseconds), for people. */
export const secondsSince = (startedAt: number): string =>
  `${((Date.now() - startedAt) / 1000).toFixed(1)} s`;
