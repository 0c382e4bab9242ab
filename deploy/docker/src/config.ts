import { join, resolve } from "node:path";
import { repoRoot } from "@orbline/engines/paths";
import { loadConfig, portSetting, processSettings } from "@orbline/kit/config";
import { loadDotEnv } from "@orbline/stack/configuration/settings";
import { defaultPorts, forwarded } from "@orbline/stack/configuration/variables";
import { z } from "zod";

const schema = z.object({
  /** The demo, which needs no account; production; or staging: production in Stripe's test mode. */
  PROFILE: z.enum(["demo", "staging", "prod"]).default("demo"),
  /** The address on which the gateway is published. */
  HOST: processSettings.HOST,
  LOG_LEVEL: processSettings.LOG_LEVEL,
  DATA_DIR: z.string().default(".data"),
  GATEWAY_PORT: portSetting(defaultPorts.GATEWAY_PORT),
  STRIPE_SANDBOX_PORT: portSetting(defaultPorts.STRIPE_SANDBOX_PORT),
  MAILBOX_PORT: portSetting(defaultPorts.MAILBOX_PORT),
  /** Tag of the images that are built and started. */
  IMAGE_TAG: z
    .string()
    .regex(/^\w[\w.-]{0,127}$/)
    .default("latest"),
  PUBLIC_ORIGIN: z.url().optional(),
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  /** The mail server. */
  SMTP_URL: z.string().optional(),
  /** Keys of the providers of odds and results. */
  ODDS_API_KEY: z.string().optional(),
  API_SPORTS_KEY: z.string().optional(),
  /** The file of the user's npm settings, which npm sets for scripts; a build may need its registry. */
  npm_config_userconfig: z.string().optional(),
  /** The certificate of a proxy between the build and the internet. */
  NODE_EXTRA_CA_CERTS: z.string().optional(),
});

/** The user's configuration, parsed. */
export type Settings = z.output<typeof schema> & {
  /** Variables that programs get unchanged. */
  forwarded: Record<string, string>;
  /** Absolute path of the folder with the keys and settings of this profile. */
  folder: string;
};

/** Parses the configuration. @throws one error that names every wrong variable */
export function parseSettings(env: NodeJS.ProcessEnv): Settings {
  const settings = loadConfig(schema, env);
  const folder = join(resolve(repoRoot, settings.DATA_DIR), "compose", settings.PROFILE);
  return { ...settings, forwarded: forwarded(env), folder };
}

/** The configuration of this checkout: the environment wins over `.env`, which wins over defaults. */
export function loadSettings(): Settings {
  loadDotEnv();
  return parseSettings(process.env);
}
