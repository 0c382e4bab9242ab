import { dataServices } from "@orbline/kit/mongo/access";
import { programEnv } from "../configuration/environment.ts";
import type { Secrets } from "../configuration/secrets.ts";
import { parseSettings, type Settings } from "../configuration/settings.ts";
import { defaultPorts, type PortName, type ProgramName } from "../configuration/variables.ts";

/** Each service and the gateway run this often, and Kafka with one broker for each block of ports. */
export const replicas = 2;
export const brokers = 3;

const portNames = Object.keys(defaultPorts) as PortName[];

/** Ports that a cluster takes from its first one on. */
export const clusterPorts = brokers * portNames.length + 1;

/** Addresses of a cluster: one block of ports for each replica, and behind them the port that clients use. */
export type Layout = {
  /** The engines, the sandbox and the mailbox; its gateway is nginx. */
  shared: Settings;
  /** Ports by replica. */
  blocks: Record<PortName, number>[];
};

/** Lays a cluster out over consecutive ports. @throws for a wrong variable */
export function layOut(dataDir: string, firstPort: number, env: NodeJS.ProcessEnv = {}): Layout {
  const blocks = Array.from({ length: brokers }, (_, block) => {
    const first = firstPort + block * portNames.length;
    return Object.fromEntries(portNames.map((name, index) => [name, first + index]));
  }) as Record<PortName, number>[];
  const publicPort = firstPort + clusterPorts - 1;
  const ports = { ...blocks[0], GATEWAY_PORT: publicPort };
  const values = Object.entries(ports).map(([name, port]) => [name, String(port)]);
  const shared = parseSettings({
    LOG_LEVEL: "info",
    ...env,
    ...Object.fromEntries(values),
    DATA_DIR: dataDir,
  });
  return { shared, blocks };
}

/** The environment of one replica, by its index from 0. */
export function replicaEnv(
  program: ProgramName,
  replica: number,
  { layout, secrets }: { layout: Layout; secrets: Secrets },
): Record<string, string> {
  const { shared, blocks } = layout;
  const own = Object.entries(blocks[replica] ?? {}).filter(([name]) =>
    name.startsWith(`${program.toUpperCase()}_`),
  );
  const settings = { ...shared, ports: { ...shared.ports, ...Object.fromEntries(own) } };
  const env = programEnv(program, { settings, secrets });
  const all = (name: PortName, scheme = "", count = replicas) =>
    blocks
      .slice(0, count)
      .map((ports) => `${scheme}127.0.0.1:${ports[name]}`)
      .join(",");
  for (const service of dataServices) {
    const name = service.toUpperCase() as Uppercase<typeof service>;
    if (`${name}_GRPC` in env) env[`${name}_GRPC`] = all(`${name}_GRPC_PORT`);
    if (`${name}_URL` in env) env[`${name}_URL`] = all(`${name}_PORT`, "http://");
  }
  if (env["KAFKA_BROKERS"]) env["KAFKA_BROKERS"] = all("KAFKA_PORT", "", brokers);
  // A folder has room for one socket of each service.
  delete env["SOCKET_DIR"];
  return program === "gateway" ? { ...env, TRUSTED_PROXY_HOPS: "1" } : env;
}
