import { join } from "node:path";
import { maxSocketPathLength, socketPathOf } from "@orbline/kit/http/server";
import { repoRoot } from "@orbline/engines/paths";
import type { Secrets } from "./secrets.ts";
import type { PortName, Settings } from "./settings.ts";

/** Programs of the product that are not engines. */
export type ProgramName =
  | "mailbox"
  | "stripe-sandbox"
  | "identity"
  | "billing"
  | "prediction"
  | "admin"
  | "gateway";

type Env = Record<string, string>;
type Context = { settings: Settings; secrets: Secrets };

const local = (settings: Settings, name: PortName) => `127.0.0.1:${settings.ports[name]}`;

const mongoUrl = (settings: Settings, database: string): string => {
  const { mongoUrl: external } = settings.external;
  const url = new URL(external ?? `mongodb://${local(settings, "MONGO_PORT")}`);
  url.pathname = `/${database}`;
  const options = { retryWrites: "false", w: "majority", journal: "true" };
  for (const [name, value] of Object.entries(options)) url.searchParams.set(name, value);
  return url.href;
};

const upperCase = <Name extends string>(name: Name) => name.toUpperCase() as Uppercase<Name>;

const redisUrl = (settings: Settings) =>
  settings.external.redisUrl ?? `redis://${local(settings, "REDIS_PORT")}`;

const upstreams = (settings: Settings): Env => ({
  IDENTITY_URL: `http://${local(settings, "IDENTITY_PORT")}`,
  BILLING_URL: `http://${local(settings, "BILLING_PORT")}`,
  PREDICTION_URL: `http://${local(settings, "PREDICTION_PORT")}`,
  ADMIN_URL: `http://${local(settings, "ADMIN_PORT")}`,
});

const stripe = ({ settings, secrets }: Context): Env => ({
  STRIPE_SECRET_KEY: secrets.STRIPE_SECRET_KEY,
  STRIPE_WEBHOOK_SECRET: secrets.STRIPE_WEBHOOK_SECRET,
  STRIPE_API_BASE: `http://${local(settings, "STRIPE_SANDBOX_PORT")}`,
});

const common = ({ settings }: Context): Env => ({
  NODE_ENV: settings.nodeEnv,
  LOG_LEVEL: settings.logLevel,
  HOST: "127.0.0.1",
  PUBLIC_ORIGIN: settings.publicOrigin,
  ...(settings.publicOrigin.startsWith("http:") && { COOKIE_INSECURE: "true" }),
  ...settings.tracing,
});

const services = ["identity", "billing", "prediction", "admin"] as const;
type ServiceName = (typeof services)[number];

/** Where the gateway meets the services without their ports, unless the folder lies too deep for that. */
const sockets = ({ dataDir }: Settings): Env => {
  const folder = join(dataDir, "run");
  const bytes = services.map((name) => Buffer.byteLength(socketPathOf(folder, name)));
  return Math.max(...bytes) <= maxSocketPathLength ? { SOCKET_DIR: folder } : {};
};

/** What every service behind the gateway gets. */
const service = (context: Context, name: ServiceName): Env => {
  const { settings, secrets } = context;
  return {
    ...common(context),
    ...sockets(settings),
    PORT: String(settings.ports[`${upperCase(name)}_PORT`]),
    // A prefix, because MongoDB keeps its own users in the database named admin.
    MONGO_URL: mongoUrl(settings, `orbline_${name}`),
    KAFKA_BROKERS: settings.external.kafkaBrokers ?? local(settings, "KAFKA_PORT"),
    ASSERTION_PUBLIC_KEY: secrets.ASSERTION_PUBLIC_KEY,
  };
};

/** Where a service answers gRPC, and the secrets by which it knows its callers: no others. */
const answersGrpc = (
  { settings, secrets }: Context,
  name: ServiceName,
  { callers }: { callers: ServiceName[] },
): Env => {
  const tokens = callers.map((caller) => [caller, secrets[`GRPC_TOKEN_${upperCase(caller)}`]]);
  return {
    GRPC_PORT: String(settings.ports[`${upperCase(name)}_GRPC_PORT`]),
    GRPC_TOKENS: JSON.stringify(Object.fromEntries(tokens)),
  };
};

/** The secret by which a service is known, and where the one is that it calls. */
const callsGrpc = ({ settings, secrets }: Context, name: ServiceName, owner: ServiceName): Env => ({
  GRPC_TOKEN: secrets[`GRPC_TOKEN_${upperCase(name)}`],
  [`${upperCase(owner)}_GRPC`]: local(settings, `${upperCase(owner)}_GRPC_PORT`),
});

const smtp = (settings: Settings): Env => ({
  SMTP_URL: `smtp://${local(settings, "MAILBOX_SMTP_PORT")}`,
});

/**
 * Each thread that hashes would have an arena of its own and keep the 19 MiB of a hash in it: 77 MB at rest. In one
 * arena, which keeps what two hashes take, it is 40 MB less, and no slower. Only glibc reads these.
 */
const hashingMemory: Env = {
  MALLOC_ARENA_MAX: "1",
  MALLOC_MMAP_THRESHOLD_: "33554432",
  MALLOC_TRIM_THRESHOLD_: "41943040",
};

const environments: Record<ProgramName, (context: Context) => Env> = {
  identity: (context) => ({
    ...service(context, "identity"),
    ...answersGrpc(context, "identity", { callers: ["billing", "prediction", "admin"] }),
    ...callsGrpc(context, "identity", "billing"),
    ...callsGrpc(context, "identity", "prediction"),
    ...callsGrpc(context, "identity", "admin"),
    REDIS_URL: redisUrl(context.settings),
    ...smtp(context.settings),
    ...hashingMemory,
    ...context.settings.handedOn.identity,
  }),
  billing: (context) => ({
    ...service(context, "billing"),
    ...answersGrpc(context, "billing", { callers: ["identity", "prediction", "admin"] }),
    ...callsGrpc(context, "billing", "identity"),
    ...smtp(context.settings),
    ...stripe(context),
    ...context.settings.handedOn.billing,
  }),
  prediction: (context) => ({
    ...service(context, "prediction"),
    ...answersGrpc(context, "prediction", { callers: ["identity", "admin"] }),
    ...callsGrpc(context, "prediction", "billing"),
    ...context.settings.handedOn.prediction,
  }),
  admin: (context) => ({
    ...service(context, "admin"),
    ...answersGrpc(context, "admin", { callers: ["identity"] }),
    ...callsGrpc(context, "admin", "identity"),
    ...callsGrpc(context, "admin", "billing"),
    ...callsGrpc(context, "admin", "prediction"),
  }),
  gateway: (context) => ({
    ...common(context),
    ...sockets(context.settings),
    HOST: context.settings.host,
    PORT: String(context.settings.ports.GATEWAY_PORT),
    INTERNAL_PORT: String(context.settings.ports.GATEWAY_INTERNAL_PORT),
    REDIS_URL: redisUrl(context.settings),
    ASSERTION_PRIVATE_KEY: context.secrets.ASSERTION_PRIVATE_KEY,
    ...upstreams(context.settings),
    WEB_ROOT: join(repoRoot, "web/dist"),
    ...context.settings.handedOn.gateway,
  }),
  mailbox: (context) => ({
    ...common(context),
    PORT: String(context.settings.ports.MAILBOX_PORT),
    SMTP_PORT: String(context.settings.ports.MAILBOX_SMTP_PORT),
    DATA_FILE: join(context.settings.dataDir, "mailbox/mails.db"),
  }),
  "stripe-sandbox": (context) => ({
    ...common(context),
    ...stripe(context),
    PORT: String(context.settings.ports.STRIPE_SANDBOX_PORT),
    DATA_FILE: join(context.settings.dataDir, "stripe-sandbox/sandbox.db"),
    PUBLIC_URL: `http://${local(context.settings, "STRIPE_SANDBOX_PORT")}`,
    WEBHOOK_URL: `http://${local(context.settings, "GATEWAY_PORT")}/api/webhooks/stripe`,
  }),
};

/** The environment of one program. README.md explains each variable. */
export const programEnv = (name: ProgramName, context: Context): Env => environments[name](context);
