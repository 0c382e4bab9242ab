import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { loadConfig, portSetting, processSettings } from "@orbline/kit/config";
import { defaultPorts } from "@orbline/stack/settings";
import { z } from "zod";
import { repoRoot } from "@orbline/engines/paths";

const schema = z.object({
  /** What to start: the demonstration without any account, or production. */
  PROFILE: z.enum(["demo", "prod"]).default("demo"),
  /** The address of this machine on which the gateway is published. */
  HOST: processSettings.HOST,
  LOG_LEVEL: processSettings.LOG_LEVEL,
  DATA_DIR: z.string().default(".data"),
  GATEWAY_PORT: portSetting(defaultPorts.GATEWAY_PORT),
  STRIPE_SANDBOX_PORT: portSetting(defaultPorts.STRIPE_SANDBOX_PORT),
  MAILBOX_PORT: portSetting(defaultPorts.MAILBOX_PORT),
  PUBLIC_ORIGIN: z.url().optional(),
  /** How many proxies stand before the gateway. */
  TRUSTED_PROXY_HOPS: z.coerce.number().int().min(0).default(0),
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  /** The mail server, and whom mails are from. */
  SMTP_URL: z.string().optional(),
  MAIL_FROM: z.string().optional(),
  /** Of the provider of live odds. */
  ODDS_API_KEY: z.string().optional(),
  /** npm tells its scripts where the user's own settings are; a build may need their registry. */
  npm_config_userconfig: z.string().optional(),
  /** The certificate of a proxy that the build goes through. */
  NODE_EXTRA_CA_CERTS: z.string().optional(),
});

/** Handed to the programs as they are; the `config.ts` of each explains and checks them. */
const handedOnNames = [
  /^(RATE_[A-Z]+_PER_MINUTE|UPSTREAM_(CONCURRENCY|TIMEOUT_MS)|TRUST_TRACEPARENT)$/,
  /^(RESERVED_USERNAMES|DELETION_SETTLE_SECONDS|ACCOUNT_SWEEP_SECONDS)$/,
  /^(BRAND|TRIAL_ONCE_PER_CARD|CHECKOUT_PATIENCE_SECONDS|RENEWAL_SLACK_HOURS|GRACE_DAYS|POLL_SECONDS|SWEEP_SECONDS)$/,
  /^(ODDS_(API_URL|LEAGUES|POLL_SECONDS)|SLATE_SEED|SETTLE_SECONDS)$/,
  /^OTEL_(?!SERVICE_NAME$)\w+$/,
];

/** What a user may configure, parsed. */
export type Settings = z.output<typeof schema> & {
  /** Limits, rules of one service, and where traces go. */
  handedOn: Record<string, string>;
  /** Absolute: where the keys and settings of this profile are kept. */
  folder: string;
};

/** Parses the configuration. @throws one error that names every wrong variable */
export const parseSettings = (env: NodeJS.ProcessEnv): Settings => {
  const settings = loadConfig(schema, env);
  const dataDir = resolve(repoRoot, settings.DATA_DIR);
  const handedOn = Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      value && handedOnNames.some((names) => names.test(name)) ? [[name, value]] : [],
    ),
  );
  return { ...settings, handedOn, folder: join(dataDir, "compose", settings.PROFILE) };
};

/** The configuration of this checkout: the environment wins over `.env`, which wins over defaults. */
export const loadSettings = (): Settings => {
  const file = join(repoRoot, ".env");
  if (existsSync(file)) process.loadEnvFile(file);
  return parseSettings(process.env);
};
