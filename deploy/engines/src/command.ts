import { spawn } from "node:child_process";
import { repoRoot } from "./paths.ts";

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

/** Runs a program to its end and returns its output. @throws with its last lines if it fails */
export function run(
  command: string,
  args: string[],
  { cwd = repoRoot, input, env = process.env }: RunOptions = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, stdio: ["pipe", "pipe", "pipe"] });
    let output = "";
    const collect = (chunk: Buffer) => (output += chunk.toString());
    child.stdout.on("data", collect);
    child.stderr.on("data", collect);
    child.stdin.on("error", () => undefined);
    child.stdin.end(input);
    child.once("error", (error) => reject(new Error(`${command}: ${error.message}`)));
    child.once("close", (code) => {
      if (code === 0) return resolve(output);
      const lines = output.trimEnd().split("\n").slice(-20).join("\n");
      reject(new Error(`${command} ${args.join(" ")} failed (exit ${code}):\n${lines}`));
    });
  });
}

type RunOptions = { cwd?: string; input?: string; env?: NodeJS.ProcessEnv };
