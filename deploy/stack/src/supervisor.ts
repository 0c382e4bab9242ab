import { createHash } from "node:crypto";
import { request } from "node:http";
import { mkdirSync, readFileSync, readdirSync, readlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { maxSocketPathLength } from "@orbline/kit/http/server";
import { compileCache } from "@orbline/engines/paths";
import { supervisor } from "./processes.ts";
import type { Settings } from "./configuration/settings.ts";

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

/** Every process of a stack carries this variable, so that none is ever lost. */
const markName = "ORBLINE_STACK";

/**
 * The supervisor's control socket: only its owner may use it, and no web page can reach it as it
 * could a port. It lies in the data folder, or in the temporary folder when that path is too long.
 */
const socketPath = ({ dataDir }: Settings): string => {
  const preferred = join(dataDir, "run/supervisor.sock");
  if (Buffer.byteLength(preferred) <= maxSocketPathLength) return preferred;
  const name = createHash("sha256").update(dataDir).digest("hex").slice(0, 16);
  return join(tmpdir(), `orbline-${name}.sock`);
};

const call = (settings: Settings, method: string, path: string): Promise<string> =>
  new Promise((resolve, reject) => {
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

/** True if the supervisor of this data folder runs. */
export const isSupervisorRunning = (settings: Settings): Promise<boolean> =>
  call(settings, "GET", "/live").then(
    () => true,
    () => false,
  );

/** State of every process, by name; empty when nothing runs. */
export const processStates = async (settings: Settings): Promise<ProcessState[]> => {
  if (!(await isSupervisorRunning(settings))) return [];
  const { data } = JSON.parse(await call(settings, "GET", "/processes")) as {
    data: ProcessState[];
  };
  return data.toSorted((a, b) => (a.name < b.name ? -1 : 1));
};

const client = (settings: Settings) => ["-U", "-u", socketPath(settings)];

const baseEnv = (settings: Settings): NodeJS.ProcessEnv => {
  const configHome = join(settings.dataDir, "run/config");
  mkdirSync(join(configHome, "process-compose"), { recursive: true });
  return {
    PATH: process.env["PATH"],
    HOME: process.env["HOME"],
    NODE_COMPILE_CACHE: compileCache,
    LANG: "C.UTF-8",
    XDG_CONFIG_HOME: configHome,
    [markName]: settings.dataDir,
  };
};

/** Program, arguments and environment that run the supervisor in the foreground. */
export const supervisorCommand = (settings: Settings, file: string) => ({
  command: supervisor.output,
  args: ["up", "-t=false", "--disable-dotenv", "--keep-project", "--ordered-shutdown"].concat(
    ["-L", join(settings.dataDir, "logs/supervisor.log"), "-f", file],
    client(settings),
  ),
  env: baseEnv(settings),
});

const belongsTo = (dataDir: string, pid: number): boolean => {
  try {
    const env = readFileSync(`/proc/${pid}/environ`, "utf8").split("\0");
    if (env.includes(`${markName}=${dataDir}`)) return true;
    // Redis writes its title over its environment, but it works in its data folder.
    const title = readFileSync(`/proc/${pid}/cmdline`, "utf8");
    if (!title.startsWith("redis-server")) return false;
    return readlinkSync(`/proc/${pid}/cwd`) === join(dataDir, "redis");
  } catch {
    return false;
  }
};

/** Process ids that belong to the stack of this data folder, whoever their parent is now. */
export const stackPids = ({ dataDir }: Pick<Settings, "dataDir">): number[] =>
  readdirSync("/proc")
    .map(Number)
    .filter((pid) => pid > 0 && belongsTo(dataDir, pid));

const signal = (pid: number, name: NodeJS.Signals) => {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended meanwhile.
  }
};

const waitUntilGone = async (settings: Settings, deadlineMs: number): Promise<boolean> => {
  const end = Date.now() + deadlineMs;
  while (stackPids(settings).length > 0) {
    if (Date.now() > end) return false;
    await delay(50);
  }
  return true;
};

/** Stops the stack in reverse order, then ends whatever a killed supervisor may have left behind. */
export const stopStack = async (settings: Settings): Promise<void> => {
  if (await isSupervisorRunning(settings)) {
    await call(settings, "POST", "/project/stop").catch(() => undefined);
    if (await waitUntilGone(settings, 60_000)) return;
  }
  for (const pid of stackPids(settings)) signal(pid, "SIGTERM");
  if (await waitUntilGone(settings, 12_000)) return;
  for (const pid of stackPids(settings)) signal(pid, "SIGKILL");
  await waitUntilGone(settings, 5_000);
};
