import { accessSync, constants, existsSync, mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { parseArgs } from "node:util";
import { sports, type Sport } from "../domain/sport.ts";

export type Command<Required extends string, Optional extends string> = {
  required: readonly Required[];
  optional: readonly Optional[];
  run: (options: Record<Required, string> & Partial<Record<Optional, string>>, io: Console) => void;
};

type Console = { out: (line: string) => void; err: (line: string) => void };

/** Position of a mistake in a results file; `row` is the 0-based index of the data row. */
type Position = {
  file: string;
  row?: number | "header" | undefined;
  column?: string | undefined;
};

class BadInput extends Error {}

/** An error in the input that the user must correct: one line that names file, row and column. */
export function badInput({ file, row, column }: Position, problem: string): Error {
  const where = [
    file,
    ...(row === undefined ? [] : [rowName(row)]),
    ...(column === undefined ? [] : [`column ${column}`]),
  ];
  return new BadInput(`${where.join(", ")}: ${problem}`);
}

/** Runs a command and returns its exit code: 2 with one line on `err` for input that the user must correct. */
export function runCommand<Required extends string, Optional extends string>(
  { required, optional, run }: Command<Required, Optional>,
  argv: readonly string[],
  io: Console,
): number {
  try {
    const options = readOptions(argv, [...required, ...optional]);
    for (const name of required)
      if (options[name] === undefined) throw badInput({ file: "options" }, `--${name} is missing`);
    run(options as Record<Required, string> & Partial<Record<Optional, string>>, io);
    return 0;
  } catch (error) {
    if (!(error instanceof BadInput)) throw error;
    io.err(error.message);
    return 2;
  }
}

/** Runs a command with the arguments, streams and exit code of the process. */
export function runMain<Required extends string, Optional extends string>(
  command: Command<Required, Optional>,
): void {
  process.exitCode = runCommand(command, process.argv.slice(2), {
    out: (line) => void process.stdout.write(`${line}\n`),
    err: (line) => void process.stderr.write(`${line}\n`),
  });
}

/** The sport of an option. @throws badInput for any other word */
export function sportOf(value: string): Sport {
  const found = sports.find((sport) => sport === value);
  if (found) return found;
  throw badInput({ file: "options" }, `unknown sport "${value}", known are ${sports.join(" ")}`);
}

/** The chosen sport, or all of them. @throws badInput for an unknown one */
export const chosenSports = (value: string | undefined): readonly Sport[] =>
  value === undefined ? sports : [sportOf(value)];

/** Checks, before a long fit, that a file can be written at its end. @throws badInput when it cannot */
export const assertFile = (file: string): void =>
  assertWritable(file, () => {
    accessSync(dirname(file), constants.W_OK);
    if (existsSync(file) && !statSync(file).isFile()) throw new Error("not a file");
  });

/** Creates a folder unless it exists. @throws badInput when files cannot be written there */
export const assertFolder = (folder: string): void =>
  assertWritable(folder, () => {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
  });

export function costLine(): string {
  const megabytes = process.resourceUsage().maxRSS / 1024;
  return `took ${(performance.now() / 1000).toFixed(1)} s and ${megabytes.toFixed(0)} MB at most`;
}

const rowName = (row: number | "header"): string =>
  row === "header" ? "header (line 1)" : `row ${row} (line ${row + 2})`;

function readOptions(
  argv: readonly string[],
  names: readonly string[],
): Record<string, string | undefined> {
  const options = Object.fromEntries(names.map((name) => [name, { type: "string" as const }]));
  try {
    return parseArgs({ args: [...argv], options }).values;
  } catch (error) {
    throw badInput({ file: "options" }, error instanceof Error ? error.message : "not readable");
  }
}

function assertWritable(file: string, check: () => void): void {
  try {
    check();
  } catch {
    throw badInput({ file }, "cannot be written");
  }
}
