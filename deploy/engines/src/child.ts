import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdirSync, openSync, readFileSync } from "node:fs";
import { dirname } from "node:path";

/** A running child process. */
export type Child = {
  pid: number;
  /** Why it is gone, with the end of its log; undefined while it runs. */
  ended: () => string | undefined;
  /** Sends a signal (SIGTERM by default) and waits until it is gone; SIGKILL after `deadlineMs`. */
  stop: (signal?: NodeJS.Signals, deadlineMs?: number) => Promise<void>;
};

/** What to start and where its output goes. */
export type ChildOptions = {
  command: string;
  args: string[];
  logFile: string;
  env?: NodeJS.ProcessEnv;
  cwd?: string;
};

/**
 * Sends `signal` to another process if this one dies without releasing it, whatever the reason: a
 * watching shell then reads the end of its input. The shell has its own process group, so Ctrl-C
 * does not end it. Returns the release.
 */
export const endIfOrphaned = (pid: number, signal: "KILL" | "TERM"): (() => void) => {
  const script = 'read released || kill -"$1" "$2"';
  const watcher = spawn("sh", ["-c", script, "sh", signal, String(pid)], {
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  watcher.unref();
  watcher.on("error", () => undefined);
  watcher.stdin.on("error", () => undefined);
  return () => watcher.stdin.end("released\n");
};

const tail = (file: string) => readFileSync(file, "utf8").split("\n").slice(-15).join("\n");

/** Starts a child that never outlives this process. @throws when the program cannot be started. */
export const startChild = async (options: ChildOptions): Promise<Child> => {
  const { command, args, logFile, cwd } = options;
  mkdirSync(dirname(logFile), { recursive: true });
  const log = openSync(logFile, "a");
  const child = spawn(command, args, {
    stdio: ["ignore", log, log],
    detached: true,
    env: options.env ?? process.env,
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
};
