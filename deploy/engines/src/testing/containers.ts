import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { StartedTestContainer } from "testcontainers";
import { composeServices } from "../compose-file.ts";
import { freePort } from "../ports.ts";
import type { EngineSettings, EngineUrls, TestEngine } from "./config.ts";

/** The engines that a test run started, and how to stop them. */
export type StartedEngines = { urls: Partial<EngineUrls>; stop: () => Promise<void> };

const schemes: Record<TestEngine, string> = { mongo: "mongodb://", kafka: "", redis: "redis://" };

/** What replaces the environment of the Compose file, so that everybody may connect. */
const openEnvironment: Record<TestEngine, Record<string, string>> = {
  mongo: { MONGO_INITDB_ROOT_USERNAME: "", MONGO_INITDB_ROOT_PASSWORD_FILE: "" },
  kafka: { KAFKA_LISTENER_SECURITY_PROTOCOL_MAP: "CLIENT:PLAINTEXT,CONTROLLER:PLAINTEXT" },
  redis: {},
};

/** The port of each engine inside its container. */
const innerPorts: Record<TestEngine, number> = { mongo: 27_017, kafka: 9_092, redis: 6_379 };

/** The hostname under which this machine reaches Docker's containers; undefined without a response in 5 seconds. */
export async function dockerHostname(settings: EngineSettings): Promise<string | undefined> {
  if (!mayHaveDocker(settings)) return undefined;
  const runtime = await Promise.race([
    findDocker().catch(() => undefined),
    delay(5_000, undefined, { ref: false }),
  ]);
  return runtime?.host === "localhost" ? "127.0.0.1" : runtime?.host;
}

/**
 * Starts these engines in containers as docker-compose.yml describes them, but without users, on free ports. @throws
 * when one does not start; the others are stopped then
 */
export async function startContainers(
  names: TestEngine[],
  hostname: string,
): Promise<StartedEngines> {
  const starts = await Promise.allSettled(names.map((name) => startContainer(name, hostname)));
  const running = starts.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
  const stop = async () => {
    await Promise.all(running.map(([, container]) => container.stop()));
  };
  const failed = starts.find((result) => result.status === "rejected");
  if (failed) {
    await stop();
    throw failed.reason;
  }
  return { urls: Object.fromEntries(running.map(([name, , url]) => [name, url])), stop };
}

/** Without any sign of Docker the library is not loaded, and no test run waits for it. */
function mayHaveDocker({ dockerHost, runtimeDir }: EngineSettings): boolean {
  const inHome = [
    ".docker/run/docker.sock",
    ".docker/desktop/docker.sock",
    ".testcontainers.properties",
  ];
  const places = [
    "/var/run/docker.sock",
    ...(runtimeDir ? [join(runtimeDir, "docker.sock")] : []),
    ...inHome.map((path) => join(homedir(), path)),
  ];
  return dockerHost !== undefined || places.some((place) => existsSync(place));
}

async function findDocker() {
  const { getContainerRuntimeClient } = await import("testcontainers");
  const { info } = await getContainerRuntimeClient();
  return info.containerRuntime;
}

async function startContainer(
  name: TestEngine,
  hostname: string,
): Promise<[TestEngine, StartedTestContainer, string]> {
  const { GenericContainer } = await import("testcontainers");
  const service = composeServices()[name];
  if (!service) throw new Error(`docker-compose.yml has no ${name}`);
  const port = await freePort();
  // A broker sends its address to clients, so its published port must be known before it starts.
  const listeners = { KAFKA_ADVERTISED_LISTENERS: `CLIENT://${hostname}:${port}` };
  const container = new GenericContainer(service.image)
    .withEnvironment({
      ...service.environment,
      ...openEnvironment[name],
      ...(name === "kafka" && listeners),
    })
    .withCommand(openCommand(service.command))
    .withExposedPorts({ container: innerPorts[name], host: port });
  return [name, await container.start(), `${schemes[name]}${hostname}:${port}`];
}

/** The command of an engine without the arguments that make it ask for credentials. */
export function openCommand(command: string[]): string[] {
  const acl = command.indexOf("--aclfile");
  return command.filter(
    (argument, index) => argument !== "--auth" && (acl < 0 || (index !== acl && index !== acl + 1)),
  );
}
