import { spawn } from "node:child_process";
import { join } from "node:path";

/** Runs a script of this folder in its own process until it ends by itself. */
export const startScript = (script: string, args: string[] = []) => {
  const child = spawn(process.execPath, [join(import.meta.dirname, script), ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => {
    output += String(chunk);
  });
  const ended = new Promise<{ code: number | null; output: string }>((resolve) => {
    child.on("close", (code) => resolve({ code, output }));
  });
  return { child, ended, output: () => output };
};

/** Runs a script of this folder in its own process and waits for its end. */
export const runScript = (script: string, args: string[] = []) => startScript(script, args).ended;
