import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { loadConfig, portSetting, processSettings } from "@orbline/kit/config";
import { z } from "zod";
import { repoRoot } from "@orbline/engines/paths";

/** Every port of a running product and its default; each is moved by the variable of the same name. */
export const defaultPorts = {
  GATEWAY_PORT: 8080,
  GATEWAY_INTERNAL_PORT: 8109,
  WEB_DEV_PORT: 8090,
  IDENTITY_PORT: 8101,
  BILLING_PORT: 8102,
  PREDICTION_PORT: 8103,
  ADMIN_PORT: 8104,
  STRIPE_SANDBOX_PORT: 8110,
  MAILBOX_PORT: 8120,
  MAILBOX_SMTP_PORT: 8125,
  IDENTITY_GRPC_PORT: 9101,
  BILLING_GRPC_PORT: 9102,
  PREDICTION_GRPC_PORT: 9103,
  ADMIN_GRPC_PORT: 9104,
  REDIS_PORT: 16379,
  KAFKA_PORT: 19092,
  KAFKA_CONTROLLER_PORT: 19093,
  MONGO_PORT: 27117,
};

/** The variable that moves a port. */
export type PortName = keyof typeof defaultPorts;

const ports = Object.fromEntries(
  Object.entries(defaultPorts).map(([name, port]) => [name, portSetting(port)]),
) as Record<PortName, ReturnType<typeof portSetting>>;

const schema = z.object({
  ...ports,
  ...processSettings,
  NODE_ENV: z
    .enum(["development", "test"], {
      error: "this way of running is for development and tests, not for production",
    })
    .default("development"),
  DATA_DIR: z.string().default(".data"),
  PUBLIC_ORIGIN: z.url().optional(),
  MONGO_URL: z.string().optional(),
  KAFKA_BROKERS: z.string().optional(),
  REDIS_URL: z.string().optional(),
});

/** Optional variables that mean something to one program only; its `config.ts` explains them. */
const ownVariables = {
  gateway:
    /^(RATE_[A-Z]+_PER_MINUTE|TRUST_TRACEPARENT|TRUSTED_PROXY_HOPS|UPSTREAM_(CONCURRENCY|TIMEOUT_MS))$/,
  identity: /^(RESERVED_USERNAMES|MAIL_FROM|DELETION_SETTLE_SECONDS|ACCOUNT_SWEEP_SECONDS)$/,
  billing:
    /^(BRAND|MAIL_FROM|TRIAL_ONCE_PER_CARD|CHECKOUT_PATIENCE_SECONDS|RENEWAL_SLACK_HOURS|GRACE_DAYS|SWEEP_SECONDS|POLL_SECONDS)$/,
  prediction: /^(SLATE_SEED|SETTLE_SECONDS|ODDS_[A-Z_]+)$/,
};

/** OpenTelemetry's variables, but for the name: each program has its own. */
const tracingVariables = /^OTEL_(?!SERVICE_NAME$)/;

/** What a user may configure, parsed. */
export type Settings = {
  /** Absolute. Everything that the running product writes lies below it. */
  dataDir: string;
  /** Where the gateway listens; every other process stays on the loopback address. */
  host: string;
  nodeEnv: "development" | "test";
  logLevel: string;
  /** The one origin that browsers use. */
  publicOrigin: string;
  ports: Record<PortName, number>;
  /** Engines that the user runs; ours is then not started. */
  external: { mongoUrl?: string; kafkaBrokers?: string; redisUrl?: string };
  /** Variables of one program's own that the user has set, handed to it unchanged. */
  handedOn: Record<keyof typeof ownVariables, Record<string, string>>;
  /** Where traces go, if they do; handed to every program unchanged. */
  tracing: Record<string, string>;
};

const picked = (env: NodeJS.ProcessEnv, wanted: RegExp) =>
  Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      value && wanted.test(name) ? [[name, value]] : [],
    ),
  );

/** Parses the configuration. @throws one error that names every wrong variable. */
export const parseSettings = (env: NodeJS.ProcessEnv): Settings => {
  const values = loadConfig(schema, env);
  const { MONGO_URL: mongoUrl, KAFKA_BROKERS: kafkaBrokers, REDIS_URL: redisUrl } = values;
  const names = Object.keys(defaultPorts) as PortName[];
  return {
    dataDir: resolve(repoRoot, values.DATA_DIR),
    host: values.HOST,
    nodeEnv: values.NODE_ENV,
    logLevel: values.LOG_LEVEL,
    publicOrigin: values.PUBLIC_ORIGIN ?? `http://127.0.0.1:${values.GATEWAY_PORT}`,
    ports: Object.fromEntries(names.map((name) => [name, values[name]])) as Settings["ports"],
    external: {
      ...(mongoUrl && { mongoUrl }),
      ...(kafkaBrokers && { kafkaBrokers }),
      ...(redisUrl && { redisUrl }),
    },
    tracing: picked(env, tracingVariables),
    handedOn: {
      gateway: picked(env, ownVariables.gateway),
      identity: picked(env, ownVariables.identity),
      billing: picked(env, ownVariables.billing),
      prediction: picked(env, ownVariables.prediction),
    },
  };
};

/** The same product while it is being edited: browsers come through Vite's server. */
export const watched = (settings: Settings): Settings => ({
  ...settings,
  publicOrigin: `http://127.0.0.1:${settings.ports.WEB_DEV_PORT}`,
});

/** The configuration of this checkout: the environment wins over `.env`, which wins over defaults. */
export const loadSettings = (): Settings => {
  const file = join(repoRoot, ".env");
  if (existsSync(file)) process.loadEnvFile(file);
  return parseSettings(process.env);
};
