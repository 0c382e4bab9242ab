import { accessSync, constants, existsSync, mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { parseArgs } from "node:util";
import { sports, type Sport } from "../engine/types.ts";
import { badInput } from "./bad-input.ts";

/** Reads `--name value` options. @throws badInput for an unknown option or a missing value. */
export const readOptions = <Name extends string>(
  argv: readonly string[],
  names: readonly Name[],
): Partial<Record<Name, string>> => {
  const options = Object.fromEntries(names.map((name) => [name, { type: "string" as const }]));
  try {
    const { values } = parseArgs({ args: [...argv], options });
    return Object.fromEntries(
      names.flatMap((name) => {
        const value = values[name];
        return typeof value === "string" ? [[name, value]] : [];
      }),
    ) as Partial<Record<Name, string>>;
  } catch (error) {
    throw badInput({ file: "options" }, error instanceof Error ? error.message : "not readable");
  }
};

/** An option that has to be given. @throws badInput when it is not. */
export const required = (value: string | undefined, name: string): string => {
  if (value === undefined) throw badInput({ file: "options" }, `--${name} is missing`);
  return value;
};

const isSport = (value: string): value is Sport => sports.some((sport) => sport === value);

/** A sport's name. @throws badInput for any other word. */
export const sportOf = (value: string): Sport => {
  if (!isSport(value)) {
    throw badInput({ file: "options" }, `unknown sport "${value}", known are ${sports.join(" ")}`);
  }
  return value;
};

const assertWritable = (file: string, check: () => void): void => {
  try {
    check();
  } catch {
    throw badInput({ file }, "cannot be written");
  }
};

/** Makes sure, before a long fit, that a file can be written at its end. @throws badInput when it cannot */
export const assertFile = (file: string): void =>
  assertWritable(file, () => {
    accessSync(dirname(file), constants.W_OK);
    if (existsSync(file) && !statSync(file).isFile()) throw new Error("no file");
  });

/** Makes a folder where there is none. @throws badInput when files cannot be written there */
export const assertFolder = (folder: string): void =>
  assertWritable(folder, () => {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
  });
