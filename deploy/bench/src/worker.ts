import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

/** A program of `workers/` in its own process, which ends with this process. */
export type Worker = {
  pid: number;
  port: number;
  /** Sends a message and resolves with the reply; one message at a time. */
  ask: (question: unknown) => Promise<unknown>;
  stop: () => Promise<void>;
};

/** Starts a worker and waits until it listens. @throws when it ends before that */
export async function startWorker(name: string, args: string[] = []): Promise<Worker> {
  const child = fork(join(import.meta.dirname, "workers", `${name}.ts`), args, {
    env: { ...process.env, NODE_ENV: "production" },
  });
  const exited = once(child, "exit");
  const reply = async (): Promise<unknown> => {
    const ended = exited.then(([code]) => {
      throw new Error(`worker ${name} ended with exit code ${String(code)}`);
    });
    const [message] = (await Promise.race([once(child, "message"), ended])) as [unknown];
    return message;
  };
  const port = Number(await reply());
  return {
    pid: child.pid as number,
    port,
    ask: (question) => {
      const replied = reply();
      child.send(question as object);
      return replied;
    },
    stop: async () => {
      child.disconnect();
      await exited;
    },
  };
}

/** In the worker: reports its port, replies to `ask` and ends with the parent process. */
export function connectParent(port: number, reply: () => unknown = () => undefined): void {
  process.on("message", () => process.send?.(reply()));
  process.once("disconnect", () => process.exit(0));
  process.send?.(port);
}
