import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { compileCache } from "@orbline/engines/paths";

const entry = join(import.meta.dirname, "crashing-process.ts");

/** A port call, e.g. `checkouts.open`, before or after which the process kills itself. */
export type CrashPoint = { when: "before" | "after"; call: string };

/**
 * Billing as a separate process that a test may kill at any moment and start again. The next process loads its modules
 * while the present one works.
 */
export function billingProcess(env: Record<string, string>) {
  const load = () =>
    spawn(process.execPath, [entry], {
      env: { ...env, NODE_COMPILE_CACHE: compileCache },
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
  let child: ChildProcess | undefined;
  let next = load();
  return {
    /** Resolves once the process has started. */
    start: async (): Promise<void> => {
      child = next;
      const started = once(child, "message", { signal: AbortSignal.timeout(90_000) });
      child.send("start");
      await started;
      next = load();
    },
    /** Ends the process without a graceful stop. */
    kill: () => killed(child),
    /** Makes the running process kill itself at this call; `crashed` resolves once it has. */
    crashAt: async (point: CrashPoint): Promise<{ crashed: Promise<unknown> }> => {
      if (!child) throw new Error("the process is not running");
      const crashed = once(child, "exit");
      const armed = once(child, "message");
      child.send(point);
      await armed;
      return { crashed };
    },
    /** Ends this process and the next one. */
    stop: () => Promise.all([killed(child), killed(next)]),
  };
}

async function killed(child: ChildProcess | undefined): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill("SIGKILL");
  await exited;
}
