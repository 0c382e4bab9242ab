import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { eventually } from "@orbline/kit/testing/eventually";

const main = join(import.meta.dirname, "../src/main.ts");
const crashingMain = join(import.meta.dirname, "crashing-process.ts");

/** A port call, e.g. `checkouts.open`, before or after which the process kills itself. */
export type CrashPoint = { when: "before" | "after"; call: string };

/** Billing as a separate process that a test may kill at any moment and start again. */
export function billingProcess(env: Record<string, string>) {
  return startable(env, main);
}

/** Billing as a process that kills itself at a port call. */
export function crashingBillingProcess(env: Record<string, string>) {
  const { current, ...child } = startable(env, crashingMain);
  return {
    ...child,
    /** Makes the running process kill itself at this call; `crashed` resolves once it has. */
    crashAt: async (point: CrashPoint): Promise<{ crashed: Promise<unknown> }> => {
      const running = current();
      if (!running) throw new Error("the process is not running");
      const crashed = once(running, "exit");
      const armed = once(running, "message");
      running.send(point);
      await armed;
      return { crashed };
    },
  };
}

function startable(env: Record<string, string>, entry: string) {
  let child: ChildProcess | undefined;
  const isUp = async () => {
    const response = await fetch(`http://127.0.0.1:${env["PORT"]}/healthz`);
    if (!response.ok) throw new Error("not healthy");
  };
  return {
    current: () => child,
    start: async (): Promise<void> => {
      child = spawn(process.execPath, [entry], {
        env,
        stdio: ["ignore", "ignore", "inherit", "ipc"],
      });
      await eventually(isUp, { timeoutMs: 30_000 });
    },
    /** Ends the process without a graceful stop. */
    kill: async (): Promise<void> => {
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, "exit");
      child.kill("SIGKILL");
      await exited;
    },
  };
}
