import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { eventually } from "@orbline/kit/testing/eventually";

const main = join(import.meta.dirname, "../src/main.ts");

/** The address that a process with a debugger tells once it has begun. */
const debuggerOf = (child: ChildProcess) => {
  const told = Promise.withResolvers<string>();
  let text = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    text += chunk.toString("utf8");
    const [, url] = /Debugger listening on (ws:\S+)\n/.exec(text) ?? [];
    if (url) told.resolve(url);
  });
  return told.promise;
};

type Options = {
  /** Lets a debugger in. */
  inspect?: boolean;
};

/** Billing as a process of its own, which a test may kill at any moment and start again. */
export const billingProcess = (env: Record<string, string>, { inspect = false }: Options = {}) => {
  let child: ChildProcess | undefined;
  let debuggerUrl: Promise<string> | undefined;
  const isUp = async () => {
    const answer = await fetch(`http://127.0.0.1:${env["PORT"]}/healthz`);
    if (!answer.ok) throw new Error("not healthy");
  };
  return {
    start: async (): Promise<void> => {
      const flags = inspect ? ["--inspect=127.0.0.1:0"] : [];
      const stderr = inspect ? "pipe" : "inherit";
      child = spawn(process.execPath, [...flags, main], {
        env,
        stdio: ["ignore", "ignore", stderr],
      });
      debuggerUrl = inspect ? debuggerOf(child) : undefined;
      await eventually(isUp, { timeoutMs: 30_000 });
    },
    /** Where the debugger of the running process listens. */
    debuggerUrl: () => debuggerUrl ?? Promise.reject(new Error("started without a debugger")),
    /** Ends it without a chance to tidy up. */
    kill: async (): Promise<void> => {
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, "exit");
      child.kill("SIGKILL");
      await exited;
    },
  };
};
