import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { inheritedEnv } from "./config.ts";

/** A program of this folder in a process of its own, which ends with this one. */
export type Helper = {
  pid: number;
  /** What it said when it was ready. */
  ready: unknown;
  /** Sends a message and resolves with the answer; one question at a time. */
  ask: (question: unknown) => Promise<unknown>;
  stop: () => Promise<void>;
};

/** Starts a helper and waits for its first message. @throws when it ends before that */
export const startHelper = async (file: string, args: string[] = []): Promise<Helper> => {
  const child = fork(join(import.meta.dirname, file), args, {
    env: { ...inheritedEnv(), NODE_ENV: "production" },
  });
  const exited = once(child, "exit");
  const answer = async (): Promise<unknown> => {
    const ended = exited.then(([code]) => {
      throw new Error(`${file} ended with exit code ${String(code)}`);
    });
    const [message] = (await Promise.race([once(child, "message"), ended])) as [unknown];
    return message;
  };
  const ready = await answer();
  return {
    pid: child.pid as number,
    ready,
    ask: (question) => {
      const answered = answer();
      child.send(question as object);
      return answered;
    },
    stop: async () => {
      child.disconnect();
      await exited;
    },
  };
};

const send = (message: unknown) => process.send?.(message);

/** The other end: answers what `startHelper`'s caller asks, and ends when that process does. */
export const answerParent = (ready: unknown, answer: (question: unknown) => unknown): void => {
  process.on("message", (question) => void Promise.resolve(answer(question)).then(send));
  process.once("disconnect", () => process.exit(0));
  send(ready);
};
