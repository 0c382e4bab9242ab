import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { composeServices } from "../compose-file.ts";
import { freePort } from "../ports.ts";
import type { StartedTestContainer } from "testcontainers";
import type { EngineSettings, EngineUrls, TestEngine } from "./config.ts";

/** Engines that were started for a test run, and how they end. */
export type StartedEngines = { urls: Partial<EngineUrls>; stop: () => Promise<void> };

const schemes: Record<TestEngine, string> = { mongo: "mongodb://", kafka: "", redis: "redis://" };

/** Where each listens in its container. */
const innerPorts: Record<TestEngine, number> = { mongo: 27_017, kafka: 9_092, redis: 6_379 };

/** Nobody waits for an answer, nor loads the library, on a machine where Docker cannot be. */
const mayHaveDocker = ({ dockerHost, runtimeDir }: EngineSettings): boolean => {
  const home = (path: string) => join(homedir(), path);
  const places = [
    "/var/run/docker.sock",
    ...(runtimeDir ? [join(runtimeDir, "docker.sock")] : []),
    ...[".docker/run/docker.sock", ".docker/desktop/docker.sock", ".testcontainers.properties"].map(
      home,
    ),
  ];
  return dockerHost !== undefined || places.some((place) => existsSync(place));
};

const findDocker = async () => {
  const { getContainerRuntimeClient } = await import("testcontainers");
  const { info } = await getContainerRuntimeClient();
  return info.containerRuntime;
};

/** The name of the machine that Docker runs on, as this one reaches it; undefined when none answers in 5 seconds. */
export const dockerHostname = async (settings: EngineSettings): Promise<string | undefined> => {
  if (!mayHaveDocker(settings)) return undefined;
  const runtime = await Promise.race([
    findDocker().catch(() => undefined),
    delay(5_000, undefined, { ref: false }),
  ]);
  return runtime?.host === "localhost" ? "127.0.0.1" : runtime?.host;
};

/** A broker tells its clients where it is, so its published port must be known before it starts. */
const kafkaAddress = (hostname: string, port: number) => ({
  KAFKA_ADVERTISED_LISTENERS: `PLAINTEXT://${hostname}:${port}`,
});

const startContainer = async (
  name: TestEngine,
  hostname: string,
): Promise<[TestEngine, StartedTestContainer, string]> => {
  const { GenericContainer } = await import("testcontainers");
  const service = composeServices()[name];
  if (!service) throw new Error(`docker-compose.yml has no ${name}`);
  const port = await freePort();
  const container = new GenericContainer(service.image)
    .withEnvironment({
      ...service.environment,
      ...(name === "kafka" && kafkaAddress(hostname, port)),
    })
    .withCommand(service.command)
    .withExposedPorts({ container: innerPorts[name], host: port });
  return [name, await container.start(), `${schemes[name]}${hostname}:${port}`];
};

/**
 * Starts these engines in containers, as docker-compose.yml has them, on free ports. @throws when one
 * does not start; none is left behind then
 */
export const startContainers = async (
  names: TestEngine[],
  hostname: string,
): Promise<StartedEngines> => {
  const begun = await Promise.allSettled(names.map((name) => startContainer(name, hostname)));
  const running = begun.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
  const stop = async () => {
    await Promise.all(running.map(([, container]) => container.stop()));
  };
  const failed = begun.find((result) => result.status === "rejected");
  if (failed) {
    await stop();
    throw failed.reason;
  }
  return { urls: Object.fromEntries(running.map(([name, , url]) => [name, url])), stop };
};
