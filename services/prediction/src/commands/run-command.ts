import { isBadInput } from "./bad-input.ts";

/** Where a command writes: lines for people, and lines about errors. */
export type Console = { out: (line: string) => void; err: (line: string) => void };

/** Runs a command; input a person has to correct becomes one line and exit code 2. */
export const runCommand = (
  command: (argv: readonly string[], io: Console) => void,
  argv: readonly string[],
  io: Console,
): number => {
  try {
    command(argv, io);
    return 0;
  } catch (error) {
    if (!isBadInput(error)) throw error;
    io.err(error.message);
    return 2;
  }
};

/** What the process has taken until now: its time, and the most memory that it held. */
export const costLine = (): string => {
  const megabytes = process.resourceUsage().maxRSS / 1024;
  return `took ${(performance.now() / 1000).toFixed(1)} s and ${megabytes.toFixed(0)} MB at most`;
};

/** The process's own streams. */
export const processConsole: Console = {
  out: (line) => void process.stdout.write(`${line}\n`),
  err: (line) => void process.stderr.write(`${line}\n`),
};
