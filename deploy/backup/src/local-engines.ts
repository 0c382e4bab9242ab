import { join } from "node:path";
import { startChild } from "@orbline/engines/child";
import { install } from "@orbline/engines/install";
import { waitUntilOpen } from "@orbline/engines/ports";
import { ensureSecrets } from "@orbline/stack/configuration/secrets";
import { loadSettings, type Settings } from "@orbline/stack/configuration/settings";
import { type EngineProcess, localEngines, stackInstallations } from "@orbline/stack/processes";
import { isSupervisorRunning } from "@orbline/stack/supervisor";

const startDeadlineMs = 60_000;

/**
 * Runs `work` with the environment of this checkout's engines. MongoDB and Kafka start for it, unless the environment
 * names others or the product runs, and stop after it.
 */
export async function withLocalEngines<T>(
  work: (env: NodeJS.ProcessEnv) => Promise<T>,
): Promise<T> {
  const settings = loadSettings();
  const env = environmentOf(settings);
  if (await isSupervisorRunning(settings)) return work(env);
  await install(...stackInstallations());
  const engines = localEngines(settings).filter(({ name }) => name !== "redis");
  const stops: (() => Promise<void>)[] = [];
  try {
    for (const engine of engines) stops.push(await startEngine(settings, engine));
    return await work(env);
  } finally {
    await Promise.all(stops.map((stop) => stop()));
  }
}

async function startEngine({ dataDir, ports }: Settings, { name, ...engine }: EngineProcess) {
  const logFile = join(dataDir, "logs", `${name}.log`);
  const child = await startChild({ ...engine.command(), logFile });
  const [port] = engine.ports;
  try {
    if (port) await waitUntilOpen(ports[port], startDeadlineMs, child.ended);
  } catch (error) {
    await child.stop();
    throw error;
  }
  return () => child.stop();
}

function environmentOf({ dataDir, external, ports }: Settings): NodeJS.ProcessEnv {
  return {
    ...process.env,
    MONGO_URL: external.mongoUrl ?? `mongodb://127.0.0.1:${ports.MONGO_PORT}`,
    ...(!external.kafkaBrokers && {
      KAFKA_BROKERS: `127.0.0.1:${ports.KAFKA_PORT}`,
      KAFKA_PASSWORD_OPERATOR: ensureSecrets(dataDir).KAFKA_PASSWORD_OPERATOR,
    }),
  };
}
