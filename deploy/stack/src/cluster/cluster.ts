import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { install } from "@orbline/engines/install";
import { kafkaCommand } from "@orbline/engines/kafka";
import { startNginx } from "@orbline/engines/nginx";
import { compileCache } from "@orbline/engines/paths";
import { isFree, isOpen } from "@orbline/engines/ports";
import { grantTopicAccess } from "@orbline/kit/kafka/access";
import { connectBroker } from "@orbline/kit/kafka/operator";
import { operatorTarget } from "@orbline/kit/kafka/target";
import { dataServices } from "@orbline/kit/mongo/access";
import { ensureSecrets, type Secrets } from "../configuration/secrets.ts";
import type { ProgramName } from "../configuration/variables.ts";
import {
  entryFile,
  kafkaPasswords,
  localEngines,
  programs,
  stackInstallations,
  webApp,
} from "../processes.ts";
import { brokers, clusterPorts, layOut, type Layout, replicaEnv, replicas } from "./replicas.ts";
import { type Definition, type Supervised, supervise } from "./supervised.ts";

/** A product whose gateway and services run twice, on three Kafka brokers, behind nginx. */
export type Cluster = {
  /** Origin that clients use. */
  url: string;
  layout: Layout;
  secrets: Secrets;
  /** The processes that have replicas, each by its name and number, such as `billing-2` or `kafka-3`. */
  replicated: Supervised[];
  /** Whether every broker has a copy of every partition. */
  isKafkaInSync: () => Promise<boolean>;
  stop: () => Promise<void>;
};

type Options = {
  dataDir: string;
  /** First of the consecutive ports. */
  firstPort: number;
  /** Further configuration of every program. */
  env?: NodeJS.ProcessEnv;
};

/**
 * Starts a cluster. It ends with this process. @throws when nginx is missing, or with the name of a process that does
 * not become ready
 */
export async function startCluster({ dataDir, firstPort, env }: Options): Promise<Cluster> {
  const layout = layOut(dataDir, firstPort, env);
  const { shared } = layout;
  await checkPorts(firstPort);
  await install(...stackInstallations(), webApp);
  mkdirSync(dataDir, { recursive: true });
  const secrets = ensureSecrets(dataDir);
  const started: { stop: () => Promise<unknown> }[] = [];
  const stop = async () => {
    for (const one of started.toReversed()) await one.stop();
  };
  const startAll = async (definitions: Definition[]) => {
    const processes = await Promise.all(definitions.map(supervise));
    started.push({ stop: () => Promise.all(processes.map((one) => one.stop())) });
    await Promise.all(processes.map((one) => one.waitUntilReady()));
    return processes;
  };
  try {
    const kafka = kafkaAdmin(layout, secrets);
    const engines = localEngines(shared).filter(({ name }) => name !== "kafka");
    const [kafkas] = await Promise.all([
      startAll(Array.from({ length: brokers }, (_, index) => broker(index, layout, secrets))),
      startAll(
        engines.map(({ name, ports: [first = "MONGO_PORT"], command }) => ({
          name,
          command: () => ({ ...command(), env: process.env }),
          logFile: logOf(dataDir, name),
          isReady: () => isOpen(shared.ports[first]),
        })),
      ),
    ]);
    await kafka.grantAccess();
    const context = { layout, secrets };
    await startAll(
      ["mailbox", "stripe-sandbox"].map((name) => program(name as ProgramName, 0, context)),
    );
    const services = await startAll(dataServices.flatMap((name) => twice(name, context)));
    const gateways = await startAll(twice("gateway", context));
    const nginx = await startNginx({
      folder: join(dataDir, "nginx"),
      port: shared.ports.GATEWAY_PORT,
      upstreams: layout.blocks.slice(0, replicas).map(({ GATEWAY_PORT }) => GATEWAY_PORT),
      settings: [
        "proxy_set_header Host $http_host;",
        "proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;",
      ],
    });
    if (!nginx) throw new Error("nginx is missing: install it, e.g. apt-get install nginx");
    started.push(nginx);
    return {
      url: shared.publicOrigin,
      layout,
      secrets,
      replicated: [...kafkas, ...services, ...gateways],
      isKafkaInSync: kafka.isInSync,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

type Context = { layout: Layout; secrets: Secrets };

function twice(name: ProgramName, context: Context): Definition[] {
  return Array.from({ length: replicas }, (_, index) => program(name, index, context));
}

function program(name: ProgramName, replica: number, context: Context): Definition {
  const found = programs.find((one) => one.name === name);
  if (!found) throw new Error(`there is no program ${name}`);
  const env = replicaEnv(name, replica, context);
  const isReplicated = !["mailbox", "stripe-sandbox"].includes(name);
  const label = isReplicated ? `${name}-${replica + 1}` : name;
  const { PATH, HOME } = process.env;
  return {
    name: label,
    command: () => ({
      command: process.execPath,
      args: [entryFile(found)],
      env: { PATH, HOME, LANG: "C.UTF-8", NODE_COMPILE_CACHE: compileCache, ...env },
    }),
    logFile: logOf(context.layout.shared.dataDir, label),
    isReady: () => isOk(`http://127.0.0.1:${env["PORT"]}${found.readyPath}`),
  };
}

function broker(index: number, { shared, blocks }: Layout, secrets: Secrets): Definition {
  const { KAFKA_PORT: port = 0, KAFKA_CONTROLLER_PORT: controllerPort = 0 } = blocks[index] ?? {};
  const name = `kafka-${index + 1}`;
  const node = {
    id: index + 1,
    controllerPorts: blocks.map((ports) => ports.KAFKA_CONTROLLER_PORT),
  };
  return {
    name,
    command: () => {
      const folder = join(shared.dataDir, name);
      const { command, args } = kafkaCommand(
        folder,
        { port, controllerPort },
        kafkaPasswords(secrets),
        { node },
      );
      return { command, args, env: process.env };
    },
    logFile: logOf(shared.dataDir, name),
    isReady: () => isOpen(port),
  };
}

/** What an operator does at the brokers. */
function kafkaAdmin({ blocks }: Layout, secrets: Secrets) {
  const { KAFKA_PASSWORD_OPERATOR } = secrets;
  const connect = () =>
    connectBroker(
      operatorTarget({
        KAFKA_BROKERS: blocks.map(({ KAFKA_PORT }) => `127.0.0.1:${KAFKA_PORT}`),
        KAFKA_PASSWORD_OPERATOR,
      }),
    );
  return {
    /** Waits for the brokers, then lets every service use its own topics. */
    grantAccess: async () => {
      const end = Date.now() + 60_000;
      for (;;) {
        try {
          const kafka = await connect();
          const known = await kafka.asAdmin((admin) => admin.countBrokers());
          if (known < brokers) throw new Error(`${known} brokers know each other`);
          return await grantTopicAccess(kafka);
        } catch (error) {
          if (Date.now() > end) throw error;
          await delay(250);
        }
      }
    },
    isInSync: async (): Promise<boolean> => {
      try {
        const kafka = await connect();
        const topics = await kafka.asAdmin(async (admin) =>
          admin.describeTopics(await admin.listTopics()),
        );
        const partitions = Object.values(topics).flat();
        return partitions.every(({ inSync, leader }) => leader >= 0 && inSync.length === brokers);
      } catch {
        return false;
      }
    },
  };
}

const logOf = (dataDir: string, name: string) => join(dataDir, "logs", `${name}.log`);

async function checkPorts(first: number): Promise<void> {
  for (let port = first; port < first + clusterPorts; port += 1)
    if (!(await isFree(port)))
      throw new Error(`port ${port} is taken by another program; move the cluster with --port`);
}

function isOk(url: string): Promise<boolean> {
  return fetch(url, { signal: AbortSignal.timeout(2_000) }).then(
    (response) => response.ok,
    () => false,
  );
}
