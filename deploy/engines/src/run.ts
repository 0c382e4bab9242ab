import { spawn } from "node:child_process";
import { repoRoot } from "./paths.ts";

/** Runs a program to its end and returns what it printed. @throws with its last lines if it fails. */
export const run = (
  command: string,
  args: string[],
  options: { cwd?: string; input?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: options.cwd ?? repoRoot,
      env: options.env ?? process.env,
      stdio: ["pipe", "pipe", "pipe"],
    });
    let output = "";
    const collect = (chunk: Buffer) => (output += chunk.toString());
    child.stdout.on("data", collect);
    child.stderr.on("data", collect);
    child.stdin.on("error", () => undefined);
    child.stdin.end(options.input);
    child.once("error", (error) => reject(new Error(`${command}: ${error.message}`)));
    child.once("close", (code) => {
      if (code === 0) return resolve(output);
      const lines = output.trimEnd().split("\n").slice(-20).join("\n");
      reject(new Error(`${command} ${args.join(" ")} failed (exit ${code}):\n${lines}`));
    });
  });
