import { join } from "node:path";
import type { EngineCommand } from "@orbline/engines/engine-command";
import { goProgram, type Installation } from "@orbline/engines/install";
import { kafkaCommand, kafkaInstallation } from "@orbline/engines/kafka";
import { mongoCommand, mongoInstallations } from "@orbline/engines/mongo";
import { cacheDir, repoRoot } from "@orbline/engines/paths";
import { redisCommand } from "@orbline/engines/redis";
import { run } from "@orbline/engines/command";
import { hashOf } from "@orbline/engines/stamp";
import { redisAclFile } from "@orbline/kit/redis/access";
import { ensureSecrets, type Secrets } from "./configuration/secrets.ts";
import type { Settings } from "./configuration/settings.ts";
import type { PortName, ProgramName } from "./configuration/variables.ts";

type LocalEngine = "kafka" | "redis" | "mongo";

/** The process that grants the services access to their topics, and then ends. */
export const kafkaAccess = "kafka-access";

/** Everything that the supervisor starts. */
export type ProcessName = LocalEngine | ProgramName;

/** A TypeScript program. It reports its readiness on its HTTP port and stops on SIGTERM. */
export type Program = {
  name: ProgramName;
  folder: string;
  /** The first one is its HTTP port. */
  ports: PortName[];
  /** The processes that must be ready before it starts. */
  after: ProcessName[];
  readyPath: string;
};

const engines: LocalEngine[] = ["kafka", "mongo", "redis"];

/** The programs of the product. To add one, add a line. */
export const programs: Program[] = [
  program("mailbox", "deploy", ["MAILBOX_PORT", "MAILBOX_SMTP_PORT"], []),
  { ...program("stripe-sandbox", "deploy", ["STRIPE_SANDBOX_PORT"], []), readyPath: "/healthz" },
  program("identity", "services", ["IDENTITY_PORT", "IDENTITY_GRPC_PORT"], engines),
  program(
    "billing",
    "services",
    ["BILLING_PORT", "BILLING_GRPC_PORT"],
    [...engines, "stripe-sandbox"],
  ),
  program("prediction", "services", ["PREDICTION_PORT", "PREDICTION_GRPC_PORT"], engines),
  program("admin", "services", ["ADMIN_PORT", "ADMIN_GRPC_PORT"], engines),
  program("gateway", ".", ["GATEWAY_PORT", "GATEWAY_INTERNAL_PORT"], ["redis"]),
];

function program(
  name: ProgramName,
  parent: string,
  ports: PortName[],
  after: ProcessName[],
): Program {
  return { name, folder: join(parent, name), ports, after, readyPath: "/readyz" };
}

/** The supervisor, process-compose. */
export const supervisor = goProgram({
  project: join(import.meta.dirname, "../process-compose"),
  source: "github.com/f1bonacc1/process-compose/src",
  output: join(cacheDir, "bin/process-compose"),
});

/** The built web app. */
export const webApp: Installation = {
  name: "web",
  output: join(repoRoot, "web/dist/index.html"),
  inputs: () => hashOf(["web", "proto", "package-lock.json"].map((path) => join(repoRoot, path))),
  build: () =>
    // A test runner's NODE_ENV would cause a development build.
    run("npm", ["run", "-s", "build:web"], { env: { ...process.env, NODE_ENV: "production" } }),
  tool: "npm",
};

/** What must be built before the stack starts, besides the web app. */
export const stackInstallations = (): Installation[] => [
  kafkaInstallation(),
  ...mongoInstallations(),
  supervisor,
];

export const entryFile = ({ folder }: Program): string => join(repoRoot, folder, "src/main.ts");

/** Address of a program's readiness check, for callers on this machine. */
export function readyAddress(settings: Settings, { name, ports: [first], readyPath }: Program) {
  const isReachable = name === "gateway" && !["0.0.0.0", "::"].includes(settings.host);
  const host = isReachable ? settings.host : "127.0.0.1";
  return { host, port: first ? settings.ports[first] : 0, path: readyPath };
}

/** Origin of the gateway, for callers on this machine. */
export function gatewayUrl(settings: Settings): string {
  const gateway = programs.find(({ name }) => name === "gateway") as Program;
  const { host, port } = readyAddress(settings, gateway);
  return `http://${host}:${port}`;
}

/** An engine that the stack runs. */
export type EngineProcess = {
  name: LocalEngine;
  ports: PortName[];
  command: () => EngineCommand;
};

/** The engines to start: all whose address the configuration does not set. */
export function localEngines({ dataDir, ports, external }: Settings): EngineProcess[] {
  const secrets = () => ensureSecrets(dataDir);
  const { KAFKA_PORT: port, KAFKA_CONTROLLER_PORT: controllerPort } = ports;
  const kafka = () =>
    kafkaCommand(join(dataDir, "kafka"), { port, controllerPort }, kafkaPasswords(secrets()));
  const mongo = () => mongoCommand(join(dataDir, "mongo"), ports.MONGO_PORT);
  const redis = () => redisCommand(join(dataDir, "redis"), ports.REDIS_PORT, redisAcl(secrets()));
  const all: EngineProcess[] = [];
  if (!external.kafkaBrokers)
    all.push({ name: "kafka", ports: ["KAFKA_PORT", "KAFKA_CONTROLLER_PORT"], command: kafka });
  if (!external.mongoUrl) all.push({ name: "mongo", ports: ["MONGO_PORT"], command: mongo });
  if (!external.redisUrl) all.push({ name: "redis", ports: ["REDIS_PORT"], command: redis });
  return all;
}

/** The passwords of the Kafka users. */
export function kafkaPasswords(secrets: Secrets) {
  return {
    broker: secrets.KAFKA_PASSWORD_BROKER,
    operator: secrets.KAFKA_PASSWORD_OPERATOR,
    identity: secrets.KAFKA_PASSWORD_IDENTITY,
    billing: secrets.KAFKA_PASSWORD_BILLING,
    prediction: secrets.KAFKA_PASSWORD_PREDICTION,
    admin: secrets.KAFKA_PASSWORD_ADMIN,
  };
}

/** The content of Redis's ACL file. */
export function redisAcl(secrets: Secrets): string {
  return redisAclFile({
    operator: secrets.REDIS_PASSWORD_OPERATOR,
    gateway: secrets.REDIS_PASSWORD_GATEWAY,
    identity: secrets.REDIS_PASSWORD_IDENTITY,
  });
}
