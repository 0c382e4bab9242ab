import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { stampOf } from "@orbline/engines/install";
import { kafkaDir, repoRoot } from "@orbline/engines/paths";
import { isFree } from "@orbline/engines/ports";
import { hashOf } from "@orbline/engines/stamp";
import type { Settings } from "./configuration/settings.ts";
import type { PortName } from "./configuration/variables.ts";
import { logTail, waitUntilHealthy } from "./health.ts";
import { kafkaAccess, localEngines, programs, stackInstallations, webApp } from "./processes.ts";
import { supervisorFile } from "./supervisor-file.ts";
import {
  isSupervisorRunning,
  processStates,
  stackPids,
  stopStack,
  supervisorCommand,
} from "./supervisor.ts";

type StartOptions = {
  /** Programs restart when their sources change. */
  watch?: boolean;
  /** Called with the process id of a supervisor that has just started. */
  onSupervisor?: (pid: number) => void;
};

/** A port that a process needs; the variable `name` moves it. */
type NeededPort = { name: PortName; port: number; process: string };

/** Stops the processes that a killed supervisor left behind and checks the ports. @throws one line per problem */
export async function claimPorts(settings: Settings): Promise<void> {
  const running = await isSupervisorRunning(settings);
  if (!running && stackPids(settings).length > 0) await stopStack(settings);
  const own = running ? lastStart(settings).ports : [];
  const problems = await portProblems(neededPorts(settings), own);
  if (problems.length > 0) throw new Error(problems.join("\n"));
}

/** Ports above 1023 that browsers and Node's fetch never connect to (https://fetch.spec.whatwg.org/#port-blocking). */
const blockedPorts = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669,
  6679, 6697, 10080,
]);

/** One line for each port that browsers refuse, that two processes share or that another program than ours (`own`) uses. */
export async function portProblems(needed: NeededPort[], own: number[] = []): Promise<string[]> {
  const lines = needed.map(async ({ name, port, process }, index) => {
    const earlier = needed.findIndex((other) => other.port === port);
    if (earlier < index) return `${name} is ${port}, as ${needed[earlier]?.name} is; move one`;
    if (blockedPorts.has(port))
      return `${name} is ${port}, which browsers and fetch refuse; choose another port`;
    if (own.includes(port) || (await isFree(port))) return undefined;
    return `port ${port} (${process}) is taken by another program; set ${name} to move it`;
  });
  return (await Promise.all(lines)).filter((line) => line !== undefined);
}

/**
 * Starts the stack. A running one restarts if its settings or sources changed or if the supervisor gave up on a
 * process. Resolves when every process is ready.
 */
export async function startStack(settings: Settings, options: StartOptions = {}): Promise<void> {
  const { watch = false, onSupervisor } = options;
  const file = join(settings.dataDir, "run/process-compose.yaml");
  const content = supervisorFile(settings, { watch });
  const hash = hashOf(watch ? [] : sources(), content);
  const running = await isSupervisorRunning(settings);
  if (!running || lastStart(settings).hash !== hash || (await hasGivenUp(settings))) {
    if (running) await stopStack(settings);
    mkdirSync(join(settings.dataDir, "run"), { recursive: true, mode: 0o700 });
    writeFileSync(file, content, { mode: 0o600 });
    const ports = neededPorts(settings).map(({ port }) => port);
    writeFileSync(startFile(settings), JSON.stringify({ hash, ports }));
    const pid = await startSupervisor(settings, file);
    onSupervisor?.(pid);
  }
  await waitUntilHealthy(settings);
}

function neededPorts(settings: Settings): NeededPort[] {
  return [...localEngines(settings), ...programs].flatMap((owner) =>
    owner.ports.map((name) => ({ name, port: settings.ports[name], process: owner.name })),
  );
}

/** Hash and ports of the last start. */
const startFile = ({ dataDir }: Settings) => join(dataDir, "run/start.json");

function lastStart(settings: Settings): { hash: string; ports: number[] } {
  const file = startFile(settings);
  if (!existsSync(file)) return { hash: "", ports: [] };
  return JSON.parse(readFileSync(file, "utf8")) as { hash: string; ports: number[] };
}

/** Every file that a running stack depends on. */
function sources(): string[] {
  const shared = ["services/kit/src", "proto", "package-lock.json"];
  return [
    ...[...programs.map(({ folder }) => folder), ...shared].map((path) => join(repoRoot, path)),
    ...["server.properties", "log4j.properties"].map((name) => join(kafkaDir, name)),
    ...[...stackInstallations(), webApp].map(stampOf),
  ];
}

/** The supervisor gives up on a process if one of its dependencies stops during the start. */
async function hasGivenUp(settings: Settings): Promise<boolean> {
  const states = await processStates(settings);
  return states.some(
    ({ name, status }) =>
      name !== kafkaAccess && ["Skipped", "Completed", "Error"].includes(status),
  );
}

async function startSupervisor(settings: Settings, file: string): Promise<number> {
  mkdirSync(join(settings.dataDir, "logs"), { recursive: true });
  const { command, args, env } = supervisorCommand(settings, file);
  const child = spawn(command, args, { env, detached: true, stdio: "ignore" });
  await once(child, "spawn");
  child.unref();
  const end = Date.now() + 10_000;
  while (!(await isSupervisorRunning(settings))) {
    if (child.exitCode !== null || Date.now() > end)
      throw new Error(`the supervisor does not start:\n${logTail(settings, "supervisor")}`);
    await delay(25);
  }
  return child.pid as number;
}
