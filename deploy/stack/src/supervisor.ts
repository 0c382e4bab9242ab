import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, readdirSync, readlinkSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { compileCache } from "@orbline/engines/paths";
import { maxSocketPathLength } from "@orbline/kit/http/server";
import type { Settings } from "./configuration/settings.ts";
import { supervisor } from "./processes.ts";

/** State of one supervised process. */
export type ProcessState = {
  name: string;
  status: string;
  /** "Ready" or "Not Ready"; "-" while it is not known. */
  is_ready: string;
  pid: number;
  restarts: number;
  is_running: boolean;
  /** Bytes. */
  mem: number;
  /** Nanoseconds. */
  age: number;
};

/** Every process of a stack has this variable, by which a stop finds all of them. */
const markName = "ORBLINE_STACK";

/** True if the supervisor of this data folder runs. */
export function isSupervisorRunning(settings: Settings): Promise<boolean> {
  return call(settings, "GET", "/live").then(
    () => true,
    () => false,
  );
}

/** State of every process, sorted by name; empty when nothing runs. */
export async function processStates(settings: Settings): Promise<ProcessState[]> {
  if (!(await isSupervisorRunning(settings))) return [];
  const response = JSON.parse(await call(settings, "GET", "/processes")) as {
    data: ProcessState[];
  };
  return response.data.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** Stops a process in order and starts it again. @throws when the supervisor refuses it */
export async function restartProcess(settings: Settings, name: string): Promise<void> {
  await call(settings, "POST", `/process/restart/${encodeURIComponent(name)}`);
}

/** Program, arguments and environment that run the supervisor in the foreground. */
export function supervisorCommand(settings: Settings, file: string) {
  const configHome = join(settings.dataDir, "run/config");
  mkdirSync(join(configHome, "process-compose"), { recursive: true });
  return {
    command: supervisor.output,
    args: ["up", "-t=false", "--disable-dotenv", "--keep-project", "--ordered-shutdown"].concat(
      ["-L", join(settings.dataDir, "logs/supervisor.log"), "-f", file],
      ["-U", "-u", socketPath(settings)],
    ),
    env: {
      PATH: process.env["PATH"],
      HOME: process.env["HOME"],
      NODE_COMPILE_CACHE: compileCache,
      LANG: "C.UTF-8",
      XDG_CONFIG_HOME: configHome,
      [markName]: settings.dataDir,
    },
  };
}

/** Ids of all processes of this data folder's stack, even if their supervisor is gone. */
export function stackPids({ dataDir }: Pick<Settings, "dataDir">): number[] {
  return readdirSync("/proc")
    .map(Number)
    .filter((pid) => pid > 0 && belongsTo(dataDir, pid));
}

/** Stops the stack in reverse order, then ends the processes that a killed supervisor left behind. */
export async function stopStack(settings: Settings): Promise<void> {
  if (await isSupervisorRunning(settings)) {
    await call(settings, "POST", "/project/stop").catch(() => undefined);
    if (await waitUntilGone(settings, 60_000)) return;
  }
  for (const pid of stackPids(settings)) signal(pid, "SIGTERM");
  if (await waitUntilGone(settings, 12_000)) return;
  for (const pid of stackPids(settings)) signal(pid, "SIGKILL");
  await waitUntilGone(settings, 5_000);
}

/**
 * The supervisor's control socket. Only its owner may use it, and web pages cannot reach it. It is in the data folder,
 * or in the temporary folder if that path is too long.
 */
function socketPath({ dataDir }: Settings): string {
  const preferred = join(dataDir, "run/supervisor.sock");
  if (Buffer.byteLength(preferred) <= maxSocketPathLength) return preferred;
  const name = createHash("sha256").update(dataDir).digest("hex").slice(0, 16);
  return join(tmpdir(), `orbline-${name}.sock`);
}

function call(settings: Settings, method: string, path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const outgoing = request({ socketPath: socketPath(settings), method, path }, (response) => {
      let body = "";
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => (body += chunk));
      response.on("end", () => resolve(body));
      response.on("error", reject);
    });
    outgoing.on("error", reject);
    outgoing.end();
  });
}

function belongsTo(dataDir: string, pid: number): boolean {
  try {
    const env = readFileSync(`/proc/${pid}/environ`, "utf8").split("\0");
    if (env.includes(`${markName}=${dataDir}`)) return true;
    // Redis overwrites its environment with its title; its working directory is its data folder.
    const title = readFileSync(`/proc/${pid}/cmdline`, "utf8");
    if (!title.startsWith("redis-server")) return false;
    return readlinkSync(`/proc/${pid}/cwd`) === join(dataDir, "redis");
  } catch {
    return false;
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // The process has ended.
  }
}

async function waitUntilGone(settings: Settings, deadlineMs: number): Promise<boolean> {
  const end = Date.now() + deadlineMs;
  while (stackPids(settings).length > 0) {
    if (Date.now() > end) return false;
    await delay(50);
  }
  return true;
}
