import { join } from "node:path";
import { repoRoot } from "@orbline/engines/paths";
import {
  type EngineProcess,
  type Program,
  entryFile,
  localEngines,
  presentPrograms,
  readyAddress,
} from "./processes.ts";
import { ensureSecrets } from "./configuration/secrets.ts";
import { programEnv } from "./configuration/environment.ts";
import type { Settings } from "./configuration/settings.ts";

const supervised = (settings: Settings, name: string) => ({
  working_dir: repoRoot,
  log_location: join(settings.dataDir, "logs", `${name}.log`),
  log_configuration: {
    disable_json: true,
    no_metadata: true,
    no_color: true,
    fields_order: ["message"],
    flush_each_line: true,
    rotation: { max_size_mb: 20, max_backups: 2 },
  },
  availability: { restart: "always", backoff_seconds: 1 },
  shutdown: { signal: 15, timeout_seconds: 12 },
});

const engineEntry = (settings: Settings, engine: EngineProcess) => {
  const { command, args, readyLine } = engine.command();
  return {
    ...supervised(settings, engine.name),
    entrypoint: [command, ...args],
    ready_log_line: readyLine,
  };
};

const dependencies = (settings: Settings, program: Program) => {
  const engines = new Set<string>(localEngines(settings).map(({ name }) => name));
  const programs = new Set<string>(presentPrograms().map(({ name }) => name));
  const conditions = program.after
    .filter((name) => engines.has(name) || programs.has(name))
    .map((name) => [
      name,
      { condition: engines.has(name) ? "process_log_ready" : "process_healthy" },
    ]);
  return Object.fromEntries(conditions) as Record<string, { condition: string }>;
};

/** For the others the answer is only shown, and each question costs an idle product more than it knows. */
const isWaitedFor = ({ name }: Program) =>
  presentPrograms().some(({ after }) => after.includes(name));

const programEntry = (settings: Settings, program: Program, watch: boolean) => {
  const secrets = ensureSecrets(settings.dataDir);
  const env = programEnv(program.name, { settings, secrets });
  const { host, port, path } = readyAddress(settings, program);
  const watchFlags = watch ? ["--watch", "--watch-preserve-output"] : [];
  return {
    ...supervised(settings, program.name),
    entrypoint: [process.execPath, ...watchFlags, entryFile(program)],
    environment: Object.entries(env).map(([name, value]) => `${name}=${value}`),
    depends_on: dependencies(settings, program),
    readiness_probe: {
      http_get: { host, port: String(port), path },
      period_seconds: isWaitedFor(program) ? 2 : 5,
      timeout_seconds: 2,
      // The supervisor would stop a process that fails this often, for good. A service that waits
      // for an engine is not broken; it says so on /readyz and recovers by itself.
      failure_threshold: 1_000_000_000,
    },
  };
};

/** Vite's server; it passes API calls on to the gateway. */
const webServer = (settings: Settings) => ({
  ...supervised(settings, "web-dev"),
  entrypoint: ["npm", "run", "-s", "dev", "-w", "@orbline/web", "--"].concat(
    ["--host", "127.0.0.1", "--strictPort"],
    ["--port", String(settings.ports.WEB_DEV_PORT)],
  ),
  environment: [`GATEWAY_ORIGIN=http://127.0.0.1:${settings.ports.GATEWAY_PORT}`],
});

/** The supervisor's file for this configuration: JSON, which is YAML. It holds secrets. */
export const supervisorFile = (settings: Settings, { watch = false } = {}): string => {
  const engines = localEngines(settings).map((engine) => [
    engine.name,
    engineEntry(settings, engine),
  ]);
  const programs = presentPrograms().map((program) => [
    program.name,
    programEntry(settings, program, watch),
  ]);
  const processes = {
    ...(Object.fromEntries([...engines, ...programs]) as Record<string, object>),
    ...(watch && { "web-dev": webServer(settings) }),
  };
  return JSON.stringify({ version: "0.5", disable_env_expansion: true, processes }, undefined, 2);
};
