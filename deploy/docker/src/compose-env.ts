import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { providerPrices } from "@orbline/proto/constants/plans";
import type { Secrets } from "@orbline/stack/configuration/secrets";
import { secretsEnv } from "./compose-secrets.ts";
import type { Settings } from "./config.ts";

type Env = Record<string, string>;

/** The profile of docker-compose.yml: staging has the containers of production. */
export const composeProfile = ({ PROFILE: profile }: Pick<Settings, "PROFILE">): string =>
  profile === "staging" ? "prod" : profile;

/** The origin that browsers use. */
export const publicOrigin = ({ PUBLIC_ORIGIN: origin, GATEWAY_PORT: port }: Settings): string =>
  origin ?? `http://127.0.0.1:${port}`;

/**
 * Every variable that docker-compose.yml names; none of them is a secret. The profiles are separate Compose projects and
 * share no data. @throws when profile prod lacks a required variable
 */
export function composeEnv(
  settings: Settings,
  secrets: Secrets,
  files: Record<string, string>,
): Env {
  const { ODDS_API_KEY: _odds, API_SPORTS_KEY: _results, ...forwarded } = settings.forwarded;
  return {
    ...forwarded,
    ...secretsEnv(settings, files),
    COMPOSE_PROJECT_NAME: `orbline-${settings.PROFILE}`,
    COMPOSE_PROFILES: composeProfile(settings),
    IMAGE_TAG: settings.IMAGE_TAG,
    PUBLISH_ADDRESS: settings.HOST,
    GATEWAY_PORT: String(settings.GATEWAY_PORT),
    STRIPE_SANDBOX_PORT: String(settings.STRIPE_SANDBOX_PORT),
    MAILBOX_PORT: String(settings.MAILBOX_PORT),
    LOG_LEVEL: settings.LOG_LEVEL,
    ASSERTION_PUBLIC_KEY: secrets.ASSERTION_PUBLIC_KEY,
    ...(settings.PROFILE === "demo" ? demoEnv(settings) : productionEnv(settings)),
  };
}

function demoEnv(settings: Settings): Env {
  return {
    NODE_ENV: "development",
    PUBLIC_ORIGIN: publicOrigin(settings),
    STRIPE_API_BASE: "http://stripe-sandbox:8110",
    SANDBOX_CATALOG: JSON.stringify(providerPrices),
  };
}

/** Passes the values unchanged; the services check whether they are good enough for production. */
function productionEnv(settings: Settings): Env {
  const { PROFILE, PUBLIC_ORIGIN, STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, SMTP_URL } = settings;
  if (!PUBLIC_ORIGIN || !STRIPE_SECRET_KEY || !STRIPE_WEBHOOK_SECRET || !SMTP_URL)
    throw new Error(
      `profile ${PROFILE} needs PUBLIC_ORIGIN, STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET and SMTP_URL in the environment or .env`,
    );
  const isStaging = PROFILE === "staging";
  return {
    NODE_ENV: "production",
    STRIPE_API_BASE: "",
    PUBLIC_ORIGIN,
    ...(isStaging && { ALLOW_TEST_PAYMENTS: "true", ALLOW_SIMULATED: "true" }),
  };
}

/** The file with the variables of a profile. */
export const composeEnvFile = ({ folder }: Settings): string => join(folder, "compose.env");

/** Stores the variables for `docker compose --env-file`. Only the owner can read the file. Returns its path. */
export function writeComposeEnv(settings: Settings, env: Env): string {
  const file = composeEnvFile(settings);
  const lines = Object.entries(env).map(([name, value]) => `${name}=${value}\n`);
  mkdirSync(settings.folder, { recursive: true });
  writeFileSync(file, lines.join(""), { mode: 0o600 });
  return file;
}

/** The variables of the last start. @throws when the product was never started */
export const readComposeEnv = (settings: Settings): NodeJS.Dict<string> =>
  parseEnv(readFileSync(composeEnvFile(settings), "utf8"));
