import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdirSync, openSync, readFileSync } from "node:fs";
import { dirname } from "node:path";

/** A running child process. */
export type Child = {
  pid: number;
  /** Why the process ended, with the end of its log; undefined while it runs. */
  ended: () => string | undefined;
  /** Resolves when the process has ended. */
  exited: Promise<void>;
  /** Sends a signal (SIGTERM by default), waits for the end, and sends SIGKILL after `deadlineMs`. */
  stop: (signal?: NodeJS.Signals, deadlineMs?: number) => Promise<void>;
};

type ChildOptions = {
  command: string;
  args: string[];
  logFile: string;
  env?: NodeJS.ProcessEnv;
  cwd?: string;
};

/** Starts a child that ends with this process at the latest. @throws when the program cannot be started */
export async function startChild(options: ChildOptions): Promise<Child> {
  const { command, args, logFile, cwd, env = process.env } = options;
  mkdirSync(dirname(logFile), { recursive: true });
  const log = openSync(logFile, "a");
  const child = spawn(command, args, {
    stdio: ["ignore", log, log],
    detached: true,
    env,
    ...(cwd && { cwd }),
  });
  closeSync(log);
  await once(child, "spawn");
  const pid = child.pid as number;
  const release = endIfOrphaned(pid, "KILL");
  const exited = once(child, "exit").then(release);
  const isGone = () => child.exitCode !== null || child.signalCode !== null;
  return {
    pid,
    exited,
    ended: () =>
      isGone()
        ? `${command} ended (${child.signalCode ?? `exit ${child.exitCode}`}):\n${tail(logFile)}`
        : undefined,
    stop: async (signal = "SIGTERM", deadlineMs = 10_000) => {
      if (isGone()) return;
      child.kill(signal);
      const timer = setTimeout(() => child.kill("SIGKILL"), deadlineMs);
      await exited;
      clearTimeout(timer);
    },
  };
}

/**
 * Sends `signal` to another process when this process ends without releasing it, even by SIGKILL: a shell reads its
 * input, which then ends. The shell has its own process group, so Ctrl-C does not end it. Returns the release.
 */
export function endIfOrphaned(pid: number, signal: "KILL" | "TERM"): () => void {
  const script = 'read released || kill -"$1" "$2"';
  const watcher = spawn("sh", ["-c", script, "sh", signal, String(pid)], {
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  watcher.unref();
  watcher.on("error", () => undefined);
  watcher.stdin.on("error", () => undefined);
  return () => watcher.stdin.end("released\n");
}

const tail = (file: string) => readFileSync(file, "utf8").split("\n").slice(-15).join("\n");
