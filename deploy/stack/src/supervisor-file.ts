import { join } from "node:path";
import { repoRoot } from "@orbline/engines/paths";
import { programEnv } from "./configuration/environment.ts";
import { ensureSecrets } from "./configuration/secrets.ts";
import type { Settings } from "./configuration/settings.ts";
import {
  type EngineProcess,
  type Program,
  entryFile,
  kafkaAccess,
  localEngines,
  programs,
  readyAddress,
} from "./processes.ts";

/** The supervisor's file for this configuration, as JSON, which is valid YAML. It contains secrets. */
export function supervisorFile(settings: Settings, { watch = false } = {}): string {
  const processes = Object.fromEntries([
    ...localEngines(settings).map((engine) => [engine.name, engineEntry(settings, engine)]),
    ...(settings.external.kafkaBrokers ? [] : [[kafkaAccess, kafkaAccessEntry(settings)]]),
    ...programs.map((program) => [program.name, programEntry(settings, program, watch)]),
    ...(watch ? [["web-dev", webServer(settings)]] : []),
  ]) as Record<string, object>;
  return JSON.stringify({ version: "0.5", disable_env_expansion: true, processes }, undefined, 2);
}

function engineEntry(settings: Settings, engine: EngineProcess) {
  const { command, args, readyLine } = engine.command();
  return {
    ...supervised(settings, engine.name),
    entrypoint: [command, ...args],
    ready_log_line: readyLine,
  };
}

function programEntry(settings: Settings, program: Program, watch: boolean) {
  const secrets = ensureSecrets(settings.dataDir);
  const env = programEnv(program.name, { settings, secrets });
  const { host, port, path } = readyAddress(settings, program);
  const inspector = `--inspect=127.0.0.1:${inspectorPort(settings, program)}`;
  const watchFlags = watch ? ["--watch", "--watch-preserve-output", inspector] : [];
  const isDependency = programs.some(({ after }) => after.includes(program.name));
  return {
    ...supervised(settings, program.name),
    entrypoint: [process.execPath, ...watchFlags, entryFile(program)],
    environment: Object.entries(env).map(([name, value]) => `${name}=${value}`),
    depends_on: dependencies(settings, program),
    readiness_probe: {
      http_get: { host, port: String(port), path },
      // Each probe costs CPU in an idle product, and nothing waits for the other programs.
      period_seconds: isDependency ? 2 : 5,
      timeout_seconds: 2,
      // The supervisor stops a process after this many failures. A service that waits for an engine is not broken: it
      // reports it on /readyz and recovers.
      failure_threshold: 1_000_000_000,
    },
  };
}

/** Where a debugger reaches a program of `make dev`: 20,000 above its first port. */
const inspectorPort = (settings: Settings, { ports: [first] }: Program): number =>
  20_000 + (first ? settings.ports[first] : 0);

function dependencies(settings: Settings, { after }: Program) {
  const engines = new Set<string>(localEngines(settings).map(({ name }) => name));
  const started = new Set<string>([...engines, ...programs.map(({ name }) => name)]);
  const conditionOf = (name: string) =>
    engines.has(name) ? "process_log_ready" : "process_healthy";
  const conditions = after
    .filter((name) => started.has(name))
    .map((name) => [name, { condition: conditionOf(name) }]);
  const access = [kafkaAccess, { condition: "process_completed_successfully" }];
  const needsAccess = engines.has("kafka") && after.includes("kafka");
  return Object.fromEntries([...conditions, ...(needsAccess ? [access] : [])]);
}

/** Starts together with Kafka and waits for it, so that its own start costs no time. */
function kafkaAccessEntry(settings: Settings) {
  const { KAFKA_PASSWORD_OPERATOR } = ensureSecrets(settings.dataDir);
  const { KAFKA_CLIENT = "" } = settings.forwarded;
  return {
    ...supervised(settings, kafkaAccess),
    availability: { restart: "on_failure", backoff_seconds: 1 },
    entrypoint: [process.execPath, join(repoRoot, "services/kit/src/process/grant-access.ts")],
    environment: [
      `KAFKA_BROKERS=127.0.0.1:${settings.ports.KAFKA_PORT}`,
      `KAFKA_PASSWORD_OPERATOR=${KAFKA_PASSWORD_OPERATOR}`,
      `KAFKA_CLIENT=${KAFKA_CLIENT}`,
    ],
  };
}

/** Vite's server, which forwards API calls to the gateway. */
function webServer(settings: Settings) {
  const address = ["--host", "127.0.0.1", "--port", String(settings.ports.WEB_DEV_PORT)];
  return {
    ...supervised(settings, "web-dev"),
    entrypoint: ["npm", "run", "-s", "dev", "-w", "@orbline/web", "--", "--strictPort", ...address],
    environment: [`GATEWAY_ORIGIN=http://127.0.0.1:${settings.ports.GATEWAY_PORT}`],
  };
}

function supervised(settings: Settings, name: string) {
  return {
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
  };
}
