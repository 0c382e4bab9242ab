/** Runs a command of an operator: an expected failure prints its message and exits with code 1. */
export async function runCommand(command: () => Promise<unknown>): Promise<void> {
  try {
    await command();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}

/** Prints one line of a command's output. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
