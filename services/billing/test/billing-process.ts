import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { eventually } from "@orbline/kit/testing/eventually";

const main = join(import.meta.dirname, "../src/main.ts");

/** A port that nothing listens on just now. */
export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
};

/** Billing as a process of its own, which a test may kill at any moment and start again. */
export const billingProcess = (env: Record<string, string>) => {
  let child: ChildProcess | undefined;
  const isUp = async () => {
    const answer = await fetch(`http://127.0.0.1:${env["PORT"]}/healthz`);
    if (!answer.ok) throw new Error("not healthy");
  };
  return {
    start: async (): Promise<void> => {
      child = spawn(process.execPath, [main], { env, stdio: ["ignore", "ignore", "inherit"] });
      await eventually(isUp, { timeoutMs: 30_000 });
    },
    /** Ends it without a chance to tidy up. */
    kill: async (): Promise<void> => {
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, "exit");
      child.kill("SIGKILL");
      await exited;
    },
  };
};
