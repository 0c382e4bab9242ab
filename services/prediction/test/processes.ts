import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { compileCache } from "@orbline/engines/paths";
import { freePort } from "@orbline/engines/ports";
import { eventually } from "@orbline/kit/testing/eventually";
import { expect } from "vitest";
import { client } from "./service.ts";

const main = fileURLToPath(new URL("../src/main.ts", import.meta.url));

/** The service as processes of its own, which a test starts and kills. */
export function serviceProcesses() {
  const children = new Set<ChildProcess>();
  return {
    /** Starts a process with these variables and waits until it serves. */
    start: async (variables: NodeJS.ProcessEnv) => {
      const port = await freePort();
      const env = { NODE_COMPILE_CACHE: compileCache, ...variables, PORT: String(port) };
      const child = spawn(process.execPath, [main], {
        env,
        stdio: ["ignore", "inherit", "inherit"],
      });
      children.add(child);
      const url = `http://127.0.0.1:${port}/readyz`;
      await eventually(async () => expect((await fetch(url)).status).toBe(200), {
        timeoutMs: 60_000,
      });
      return { child, kill: () => killChild(child), ...client(port) };
    },
    killAll: async () => {
      for (const child of children) await killChild(child);
      children.clear();
    },
  };
}

/** Ends a process by SIGKILL. Resolves when it has ended. */
export async function killChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
}
