import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { repoRoot } from "@orbline/engines/paths";
import { loadConfig, portSetting, processSettings } from "@orbline/kit/config";
import { z } from "zod";
import { defaultPorts, forwarded, type PortName } from "./variables.ts";

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
  KAFKA_SASL_USERNAME: z.string().optional(),
  KAFKA_SASL_PASSWORD: z.string().optional(),
  REDIS_URL: z.string().optional(),
});

/** The user's configuration, parsed. */
export type Settings = {
  /** Absolute. Everything that the running product writes lies below it. */
  dataDir: string;
  /** Address of the gateway; every other process listens on the loopback address. */
  host: string;
  nodeEnv: "development" | "test";
  logLevel: string;
  /** The one origin that browsers use. */
  publicOrigin: string;
  ports: Record<PortName, number>;
  /** Engines that the user runs; ours is then not started. */
  external: {
    mongoUrl?: string | undefined;
    kafkaBrokers?: string | undefined;
    kafkaUsername?: string | undefined;
    kafkaPassword?: string | undefined;
    redisUrl?: string | undefined;
  };
  /** Variables that the user set and that programs get unchanged. */
  forwarded: Record<string, string>;
};

/** Parses the configuration. @throws one error that names every wrong variable. */
export function parseSettings(env: NodeJS.ProcessEnv): Settings {
  const values = loadConfig(schema, env);
  const names = Object.keys(defaultPorts) as PortName[];
  return {
    dataDir: resolve(repoRoot, values.DATA_DIR),
    host: values.HOST,
    nodeEnv: values.NODE_ENV,
    logLevel: values.LOG_LEVEL,
    publicOrigin: values.PUBLIC_ORIGIN ?? `http://127.0.0.1:${values.GATEWAY_PORT}`,
    ports: Object.fromEntries(names.map((name) => [name, values[name]])) as Settings["ports"],
    external: {
      mongoUrl: values.MONGO_URL,
      kafkaBrokers: values.KAFKA_BROKERS,
      kafkaUsername: values.KAFKA_SASL_USERNAME,
      kafkaPassword: values.KAFKA_SASL_PASSWORD,
      redisUrl: values.REDIS_URL,
    },
    forwarded: forwarded(env),
  };
}

/** The same product in development, where browsers come through Vite's server. */
export function watched(settings: Settings): Settings {
  return { ...settings, publicOrigin: `http://127.0.0.1:${settings.ports.WEB_DEV_PORT}` };
}

/** The configuration of this checkout: the environment wins over `.env`, which wins over defaults. */
export function loadSettings(): Settings {
  loadDotEnv();
  return parseSettings(process.env);
}

/** Adds the variables of `.env` to the environment; those that are set stay. */
export function loadDotEnv(): void {
  const file = join(repoRoot, ".env");
  if (existsSync(file)) process.loadEnvFile(file);
}
