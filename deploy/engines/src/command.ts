/** Runs a command of the Makefile: an expected failure prints its message and exits with code 1. */
export async function runCommand(command: () => Promise<unknown>): Promise<void> {
  try {
    await command();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}

/** Runs one step of a command and prints its duration. */
export async function step<T>(name: string, work: () => Promise<T>): Promise<T> {
  const startedAt = Date.now();
  const result = await work();
  console.log(`${name.padEnd(34)} ${secondsSince(startedAt)}`);
  return result;
}

/** Seconds since `startedAt` (milliseconds), as text. */
export const secondsSince = (startedAt: number): string =>
  `${((Date.now() - startedAt) / 1000).toFixed(1)} s`;
