import { existsSync } from "node:fs";
import { join } from "node:path";
import type { EngineCommand } from "@orbline/engines/engine-command";
import { goProgram, type Installation } from "@orbline/engines/install";
import { kafkaCommand, kafkaInstallation } from "@orbline/engines/kafka";
import { mongoCommand, mongoInstallations } from "@orbline/engines/mongo";
import { cacheDir, repoRoot } from "@orbline/engines/paths";
import { redisCommand } from "@orbline/engines/redis";
import type { Settings } from "./configuration/settings.ts";
import type { PortName, ProgramName } from "./configuration/variables.ts";

/** Engines that this machine runs itself. */
export type LocalEngine = "kafka" | "redis" | "mongo";

/** Everything the supervisor may start. */
export type ProcessName = LocalEngine | ProgramName;

/** A TypeScript program: it says on its HTTP port whether it serves, and stops on SIGTERM. */
export type Program = {
  name: ProgramName;
  folder: string;
  /** The first is its HTTP port. */
  ports: PortName[];
  /** Started when these are ready. */
  after: ProcessName[];
  /** Where it says that it serves, if not at `/readyz`. */
  readyPath?: string;
};

const engines: LocalEngine[] = ["kafka", "mongo", "redis"];

/** The programs of the product. To add one, add a line; it starts once its `src/main.ts` exists. */
export const programs: Program[] = [
  {
    name: "mailbox",
    folder: "deploy/mailbox",
    ports: ["MAILBOX_PORT", "MAILBOX_SMTP_PORT"],
    after: [],
  },
  {
    name: "stripe-sandbox",
    folder: "deploy/stripe-sandbox",
    ports: ["STRIPE_SANDBOX_PORT"],
    after: [],
    readyPath: "/healthz",
  },
  {
    name: "identity",
    folder: "services/identity",
    ports: ["IDENTITY_PORT", "IDENTITY_GRPC_PORT"],
    after: engines,
  },
  {
    name: "billing",
    folder: "services/billing",
    ports: ["BILLING_PORT", "BILLING_GRPC_PORT"],
    after: [...engines, "stripe-sandbox"],
  },
  {
    name: "prediction",
    folder: "services/prediction",
    ports: ["PREDICTION_PORT", "PREDICTION_GRPC_PORT"],
    after: engines,
  },
  {
    name: "admin",
    folder: "services/admin",
    ports: ["ADMIN_PORT", "ADMIN_GRPC_PORT"],
    after: engines,
  },
  {
    name: "gateway",
    folder: "gateway",
    ports: ["GATEWAY_PORT", "GATEWAY_INTERNAL_PORT"],
    after: ["redis"],
  },
];

/** The supervisor, process-compose. */
export const supervisor = goProgram({
  project: join(import.meta.dirname, "../process-compose"),
  source: "github.com/f1bonacc1/process-compose/src",
  output: join(cacheDir, "bin/process-compose"),
});

/** What must be built before the stack can start, besides the web app. */
export const stackInstallations = (): Installation[] => [
  kafkaInstallation,
  ...mongoInstallations(),
  supervisor,
];

/** The entry file of a program. */
export const entryFile = ({ folder }: Program): string => join(repoRoot, folder, "src/main.ts");

/** Where a program says whether it serves; asked from this machine. */
export const readyAddress = (settings: Settings, program: Program) => {
  const [first] = program.ports;
  const anywhere = settings.host === "0.0.0.0" || settings.host === "::";
  const host = program.name === "gateway" && !anywhere ? settings.host : "127.0.0.1";
  const path = program.readyPath ?? "/readyz";
  return { host, port: first ? settings.ports[first] : 0, path };
};

/** Origin of the gateway, as this machine reaches it. */
export const gatewayUrl = (settings: Settings): string => {
  const gateway = presentPrograms().find(({ name }) => name === "gateway");
  if (!gateway) throw new Error("there is no gateway");
  const { host, port } = readyAddress(settings, gateway);
  return `http://${host}:${port}`;
};

/** The programs that this checkout has. */
export const presentPrograms = (): Program[] =>
  programs.filter((program) => existsSync(entryFile(program)));

/** An engine to start: its ports and its command. */
export type EngineProcess = {
  name: LocalEngine;
  ports: PortName[];
  command: () => EngineCommand;
};

/** The engines to start: those that the configuration does not place elsewhere. */
export const localEngines = ({ dataDir, ports, external }: Settings): EngineProcess[] => {
  const all: (EngineProcess & { external: string | undefined })[] = [
    {
      name: "kafka",
      external: external.kafkaBrokers,
      ports: ["KAFKA_PORT", "KAFKA_CONTROLLER_PORT"],
      command: () =>
        kafkaCommand(join(dataDir, "kafka"), {
          port: ports.KAFKA_PORT,
          controllerPort: ports.KAFKA_CONTROLLER_PORT,
        }),
    },
    {
      name: "mongo",
      external: external.mongoUrl,
      ports: ["MONGO_PORT"],
      command: () => mongoCommand(join(dataDir, "mongo"), ports.MONGO_PORT),
    },
    {
      name: "redis",
      external: external.redisUrl,
      ports: ["REDIS_PORT"],
      command: () => redisCommand(join(dataDir, "redis"), ports.REDIS_PORT),
    },
  ];
  return all.filter((engine) => !engine.external);
};
