import { join } from "node:path";
import { repoRoot } from "./paths.ts";
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

const redisUrl = (settings: Settings) =>
  settings.external.redisUrl ?? `redis://${local(settings, "REDIS_PORT")}`;

const upstreams = (settings: Settings): Env => ({
  IDENTITY_URL: `http://${local(settings, "IDENTITY_PORT")}`,
  BILLING_URL: `http://${local(settings, "BILLING_PORT")}`,
  PREDICTION_URL: `http://${local(settings, "PREDICTION_PORT")}`,
  ADMIN_URL: `http://${local(settings, "ADMIN_PORT")}`,
});

const grpcTargets = (settings: Settings): Env => ({
  IDENTITY_GRPC: local(settings, "IDENTITY_GRPC_PORT"),
  BILLING_GRPC: local(settings, "BILLING_GRPC_PORT"),
  PREDICTION_GRPC: local(settings, "PREDICTION_GRPC_PORT"),
  ADMIN_GRPC: local(settings, "ADMIN_GRPC_PORT"),
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
});

type ServiceName = "identity" | "billing" | "prediction" | "admin";

/** What every service behind the gateway gets; each takes what it needs. */
const service = (context: Context, name: ServiceName): Env => {
  const { settings, secrets } = context;
  const upper = name.toUpperCase() as Uppercase<ServiceName>;
  return {
    ...common(context),
    PORT: String(settings.ports[`${upper}_PORT`]),
    GRPC_PORT: String(settings.ports[`${upper}_GRPC_PORT`]),
    // A prefix, because MongoDB keeps its own users in the database named admin.
    MONGO_URL: mongoUrl(settings, `orbline_${name}`),
    KAFKA_BROKERS: settings.external.kafkaBrokers ?? local(settings, "KAFKA_PORT"),
    REDIS_URL: redisUrl(settings),
    ASSERTION_PUBLIC_KEY: secrets.ASSERTION_PUBLIC_KEY,
    GRPC_CALLER: name,
    GRPC_TOKEN: secrets[`GRPC_TOKEN_${upper}`],
    GRPC_TOKENS: JSON.stringify({
      identity: secrets.GRPC_TOKEN_IDENTITY,
      billing: secrets.GRPC_TOKEN_BILLING,
      prediction: secrets.GRPC_TOKEN_PREDICTION,
      admin: secrets.GRPC_TOKEN_ADMIN,
      gateway: secrets.GRPC_TOKEN_GATEWAY,
    }),
    ...grpcTargets(settings),
  };
};

const smtp = (settings: Settings): Env => ({
  SMTP_URL: `smtp://${local(settings, "MAILBOX_SMTP_PORT")}`,
});

const environments: Record<ProgramName, (context: Context) => Env> = {
  identity: (context) => ({
    ...service(context, "identity"),
    ...smtp(context.settings),
    ...context.settings.handedOn.identity,
  }),
  billing: (context) => ({
    ...service(context, "billing"),
    ...smtp(context.settings),
    ...stripe(context),
    ...context.settings.handedOn.billing,
  }),
  prediction: (context) => ({
    ...service(context, "prediction"),
    ...context.settings.handedOn.prediction,
  }),
  admin: (context) => service(context, "admin"),
  gateway: (context) => ({
    ...common(context),
    HOST: context.settings.host,
    PORT: String(context.settings.ports.GATEWAY_PORT),
    INTERNAL_PORT: String(context.settings.ports.GATEWAY_INTERNAL_PORT),
    REDIS_URL: redisUrl(context.settings),
    ASSERTION_PRIVATE_KEY: context.secrets.ASSERTION_PRIVATE_KEY,
    ASSERTION_PUBLIC_KEY: context.secrets.ASSERTION_PUBLIC_KEY,
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
