import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { logTail, waitUntilHealthy } from "./health.ts";
import { neededPorts, portProblems } from "./port-check.ts";
import { restartOrder } from "./restart-order.ts";
import type { Settings } from "./settings.ts";
import { sourceHashes, supervisorFile } from "./supervisor-file.ts";
import {
  isSupervisorRunning,
  processStates,
  restartProcess,
  startProcess,
  stackPids,
  stopStack,
  supervisorCommand,
} from "./supervisor.ts";

const readOr = (file: string, fallback: string) =>
  existsSync(file) ? readFileSync(file, "utf8") : fallback;

/** What the running stack was started with. */
const remembered = ({ dataDir }: Settings) => {
  const folder = join(dataDir, "run");
  const files = {
    supervisor: join(folder, "process-compose.yaml"),
    sources: join(folder, "sources.json"),
    ports: join(folder, "ports.json"),
  };
  return {
    file: files.supervisor,
    supervisor: readOr(files.supervisor, ""),
    sources: JSON.parse(readOr(files.sources, "{}")) as Record<string, string>,
    ports: JSON.parse(readOr(files.ports, "[]")) as number[],
    write: (supervisor: string, sources: Record<string, string>, ports: number[]) => {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      writeFileSync(files.supervisor, supervisor, { mode: 0o600 });
      writeFileSync(files.sources, JSON.stringify(sources));
      writeFileSync(files.ports, JSON.stringify(ports));
    },
  };
};

/** Ends what a killed supervisor left and makes sure of the ports. @throws one line for each problem. */
export const claimPorts = async (settings: Settings): Promise<void> => {
  const running = await isSupervisorRunning(settings);
  if (!running && stackPids(settings).length > 0) await stopStack(settings);
  const own = running ? remembered(settings).ports : [];
  const problems = await portProblems(neededPorts(settings), own);
  if (problems.length > 0) throw new Error(problems.join("\n"));
};

const startSupervisor = async (settings: Settings, file: string) => {
  mkdirSync(join(settings.dataDir, "logs"), { recursive: true });
  const { command, args, env } = supervisorCommand(settings, file);
  const child = spawn(command, args, { env, detached: true, stdio: "ignore" });
  await once(child, "spawn");
  child.unref();
  const end = Date.now() + 10_000;
  while (!(await isSupervisorRunning(settings))) {
    if (child.exitCode !== null || Date.now() > end) {
      throw new Error(`the supervisor does not start:\n${logTail(settings, "supervisor")}`);
    }
    await delay(25);
  }
  return child.pid as number;
};

/** How to start the stack. */
export type StartOptions = {
  /** Programs restart by themselves when their sources change. */
  watch?: boolean;
  /** Told the process id of a supervisor that was just started. */
  onSupervisor?: (pid: number) => void;
};

const pidsOf = async (settings: Settings) =>
  new Map((await processStates(settings)).map(({ name, pid }) => [name, pid]));

/** Waits until these run anew and are ready, or until the deadline: who waits for the whole says what is wrong. */
const awaitRestarted = async (settings: Settings, group: string[], before: Map<string, number>) => {
  const end = Date.now() + 30_000;
  while (Date.now() < end) {
    const states = await processStates(settings);
    const waiting = states.filter(
      ({ name, pid, is_ready: ready }) =>
        group.includes(name) && (pid === before.get(name) || ready === "Not Ready"),
    );
    if (waiting.length === 0) return;
    await delay(100);
  }
};

const restart = async (settings: Settings, changed: string[]) => {
  const groups = restartOrder(changed);
  for (const group of groups) {
    const before = await pidsOf(settings);
    await Promise.all(group.map((name) => restartProcess(settings, name)));
    if (group !== groups.at(-1)) await awaitRestarted(settings, group, before);
  }
};

/** Those that the supervisor has given up on; a process that it is about to start again is not among them. */
const givenUp = ["Skipped", "Completed", "Error"];

const startGivenUp = async (settings: Settings) => {
  const states = await processStates(settings);
  const names = states.filter(({ status }) => givenUp.includes(status)).map(({ name }) => name);
  await Promise.all(names.map((name) => startProcess(settings, name)));
};

/**
 * Starts the stack, or brings the running one up to date: other settings start it anew, other
 * sources restart the processes that are made of them, and what was given up on starts. Resolves when
 * everything serves.
 */
export const startStack = async (settings: Settings, options: StartOptions = {}) => {
  const before = remembered(settings);
  const supervisor = supervisorFile(settings, { watch: options.watch ?? false });
  const sources = sourceHashes(settings);
  const ports = neededPorts(settings).map(({ port }) => port);
  const running = await isSupervisorRunning(settings);
  if (running && supervisor === before.supervisor) {
    const changed = Object.keys(sources).filter((name) => sources[name] !== before.sources[name]);
    if (!options.watch) await restart(settings, changed);
    await startGivenUp(settings);
    before.write(supervisor, sources, ports);
  } else {
    if (running) await stopStack(settings);
    before.write(supervisor, sources, ports);
    const pid = await startSupervisor(settings, before.file);
    options.onSupervisor?.(pid);
  }
  await waitUntilHealthy(settings);
};
