import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { EngineTls } from "../access.ts";
import { type Child, startChild } from "../child.ts";
import { freePort, waitUntilOpen } from "../ports.ts";
import { redisCommand } from "../redis.ts";

/** A Redis with a replica, and three sentinels that replace the primary one second after it is gone. */
export type SentinelRedis = {
  /** `host:port` of each sentinel. */
  sentinels: string[];
  /** Name of the Redis that they watch. */
  name: string;
  /** Kills the first primary, as a crash would. */
  killPrimary: () => Promise<void>;
  stop: () => Promise<void>;
};

type Options = {
  dataDir: string;
  /** Content of the ACL file; its user `operator` also replicates and is the user of the sentinels. */
  acl: string;
  operatorPassword: string;
  tls: EngineTls;
  /** What clients send to log in to a sentinel. */
  sentinelPassword: string;
};

const name = "orbline";
const deadlineMs = 30_000;

/** Starts all five on free ports of the loopback address, with TLS and passwords everywhere. */
export async function startSentinelRedis(options: Options): Promise<SentinelRedis> {
  const children: Child[] = [];
  const start = async (child: Promise<Child>, port: number) => {
    const started = await child;
    children.push(started);
    await waitUntilOpen(port, deadlineMs, started.ended);
    return started;
  };
  const ports = { primary: await freePort(), replica: await freePort() };
  const primary = await start(startServer(options, ports.primary), ports.primary);
  const copies = ["--replicaof", `127.0.0.1 ${ports.primary}`];
  await start(startServer(options, ports.replica, copies), ports.replica);
  const sentinels: string[] = [];
  for (let index = 0; index < 3; index += 1) {
    const port = await freePort();
    await start(startSentinel(options, port, ports.primary), port);
    sentinels.push(`127.0.0.1:${port}`);
  }
  return {
    sentinels,
    name,
    killPrimary: () => primary.stop("SIGKILL"),
    stop: async () => {
      await Promise.all(children.map((child) => child.stop()));
    },
  };
}

function startServer(
  { dataDir, acl, operatorPassword, tls }: Options,
  port: number,
  more: string[] = [],
): Promise<Child> {
  const { command, args } = redisCommand(join(dataDir, String(port)), port, acl, tls);
  const replication = ["--masteruser", "operator", "--masterauth", operatorPassword];
  return startChild({
    command,
    args: [...args, ...replication, "--tls-replication", "yes", ...more],
    logFile: join(dataDir, `redis-${port}.log`),
  });
}

/** A sentinel writes what it learns into its configuration file. */
function startSentinel(
  { dataDir, operatorPassword, tls, sentinelPassword }: Options,
  port: number,
  primaryPort: number,
): Promise<Child> {
  const file = join(dataDir, `sentinel-${port}.conf`);
  const lines = [
    "port 0",
    `tls-port ${port}`,
    `tls-cert-file ${tls.cert}`,
    `tls-key-file ${tls.key}`,
    `tls-ca-cert-file ${tls.cert}`,
    "tls-auth-clients no",
    "tls-replication yes",
    "bind 127.0.0.1",
    `dir ${dataDir}`,
    `requirepass ${sentinelPassword}`,
    `sentinel sentinel-pass ${sentinelPassword}`,
    `sentinel monitor ${name} 127.0.0.1 ${primaryPort} 2`,
    `sentinel auth-user ${name} operator`,
    `sentinel auth-pass ${name} ${operatorPassword}`,
    `sentinel down-after-milliseconds ${name} 1000`,
    `sentinel failover-timeout ${name} 5000`,
  ];
  writeFileSync(file, `${lines.join("\n")}\n`, { mode: 0o600 });
  return startChild({
    command: "redis-server",
    args: [file, "--sentinel"],
    logFile: join(dataDir, `sentinel-${port}.log`),
  });
}
