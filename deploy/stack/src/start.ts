import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { stampOf } from "@orbline/engines/install";
import { kafkaDir, repoRoot } from "@orbline/engines/paths";
import { hashOf } from "@orbline/engines/stamp";
import { webApp } from "./build-web.ts";
import type { Settings } from "./configuration/settings.ts";
import { logTail, waitUntilHealthy } from "./health.ts";
import { neededPorts, portProblems } from "./port-check.ts";
import { presentPrograms, stackInstallations } from "./processes.ts";
import { supervisorFile } from "./supervisor-file.ts";
import {
  isSupervisorRunning,
  processStates,
  stackPids,
  stopStack,
  supervisorCommand,
} from "./supervisor.ts";

export type StartOptions = {
  /** Programs restart by themselves when their sources change. */
  watch?: boolean;
  /** Called with the process id of a supervisor that was just started. */
  onSupervisor?: (pid: number) => void;
};

/** Stops what a killed supervisor left running and checks the ports. @throws one line for each problem. */
export async function claimPorts(settings: Settings): Promise<void> {
  const running = await isSupervisorRunning(settings);
  if (!running && stackPids(settings).length > 0) await stopStack(settings);
  const own = running ? lastStart(settings).ports : [];
  const problems = await portProblems(neededPorts(settings), own);
  if (problems.length > 0) throw new Error(problems.join("\n"));
}

/**
 * Starts the stack. A running one restarts if its settings or sources changed or if the supervisor gave up on a
 * process. Resolves when everything serves.
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

/** What the running stack was started with. */
const startFile = ({ dataDir }: Settings) => join(dataDir, "run/start.json");

function lastStart(settings: Settings): { hash: string; ports: number[] } {
  const file = startFile(settings);
  if (!existsSync(file)) return { hash: "", ports: [] };
  return JSON.parse(readFileSync(file, "utf8")) as { hash: string; ports: number[] };
}

/** Everything that a running stack is made of. */
function sources(): string[] {
  const shared = ["services/kit/src", "proto", "package-lock.json"];
  const own = [...presentPrograms().map(({ folder }) => folder), ...shared];
  return [
    ...own.map((path) => join(repoRoot, path)),
    ...["server.properties", "log4j.properties"].map((name) => join(kafkaDir, name)),
    ...[...stackInstallations(), webApp].map(stampOf),
  ];
}

/** The supervisor gives up on a process that starts while a process it waits for is being stopped. */
async function hasGivenUp(settings: Settings): Promise<boolean> {
  const states = await processStates(settings);
  return states.some(({ status }) => ["Skipped", "Completed", "Error"].includes(status));
}

async function startSupervisor(settings: Settings, file: string): Promise<number> {
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
}
