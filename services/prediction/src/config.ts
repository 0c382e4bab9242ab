import {
  flagSetting,
  grpcAddressSetting,
  grpcClientSettings,
  grpcServerSettings,
  inProduction,
  loadConfig,
  mailSettings,
  originSetting,
  portSetting,
  refuseOpenEngines,
  refusePlainOrigin,
  refuseWeakMail,
  refuseWeakTokens,
  serviceSettings,
  signingKeySetting,
} from "@orbline/kit/config";
import type { ServiceContext } from "@orbline/kit/service-context";
import { z } from "zod";
import { sports, type Sport } from "./domain/sport.ts";
import { type SourceName, sourceNames } from "./results/source.ts";
import { knownLeagues, defaultLeagues } from "./odds-provider/feeds.ts";
import { isPushHost, knownPushHosts } from "./push/endpoints.ts";
import { isVapidPair } from "./push/vapid.ts";

const quota = (fallback: number) => z.coerce.number().int().positive().default(fallback);

const fields = z.object({
  ...serviceSettings,
  ...grpcClientSettings,
  ...grpcServerSettings,
  PORT: portSetting(8103),
  GRPC_PORT: portSetting(9103),
  ...mailSettings,
  /** Admin, which gets the readings of tables for its audit log. */
  ADMIN_GRPC: grpcAddressSetting,
  BILLING_GRPC: grpcAddressSetting,
  /** Asked for the address of an email when it is sent. */
  IDENTITY_GRPC: grpcAddressSetting,
  /** Origin of links in emails. */
  PUBLIC_ORIGIN: originSetting,
  /** Predictions that a user may request, per minute and per UTC day; and during a free trial. */
  PREDICTIONS_PER_MINUTE: quota(60),
  PREDICTIONS_PER_DAY: quota(2_000),
  TRIAL_PREDICTIONS_PER_MINUTE: quota(20),
  TRIAL_PREDICTIONS_PER_DAY: quota(300),
  /** Seed of the simulated season. */
  SLATE_SEED: z.string().min(1).default("orbline"),
  /** A key of The Odds API: live games and prices instead of the simulated season. */
  ODDS_API_KEY: z.string().min(8).max(200).optional(),
  /** Lets production sell predictions on the simulated season, as for a demonstration. */
  ALLOW_SIMULATED: flagSetting(false),
  ODDS_API_URL: z
    .url()
    .transform((url) => url.replace(/\/+$/, ""))
    .default("https://api.the-odds-api.com"),
  /** Follows the clock of the live sandbox at this address; never in production. */
  ODDS_CLOCK_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Soccer leagues to poll, by their names in the ratings; each costs credits of its own. */
  ODDS_LEAGUES: z
    .string()
    .default(defaultLeagues.join(","))
    .transform((text) => text.split(",").map((league) => league.trim()))
    .refine((leagues) => leagues.every((league) => knownLeagues.includes(league)), {
      error: `must be of ${knownLeagues.join(", ")}, more than one with commas`,
    }),
  /** Prices older than this are not sold. The free plan renews them every day and a half. */
  ODDS_MAX_AGE_HOURS: z.coerce.number().positive().default(48),
  /** How often the process checks whether a request to the provider is due. */
  ODDS_POLL_SECONDS: z.coerce.number().positive().default(30),
  /** Where results of each sport come from: `nfl:api-sports,ufc:files`. */
  RESULTS_SOURCES: z.string().default("").transform(readSources),
  API_SPORTS_KEY: z.string().min(8).max(200).optional(),
  /** `{host}` is replaced by the host of each sport, such as v1.basketball. */
  API_SPORTS_URL: z
    .string()
    .regex(/^https?:\/\/[^\s]*\{host\}/, { error: "must be an address with {host} in it" })
    .transform((url) => url.replace(/\/+$/, ""))
    .default("https://{host}.api-sports.io"),
  /** Folders, files and addresses of CSV files with results. */
  RESULTS_FILES: z
    .string()
    .default("")
    .transform((text) => text.split(",").flatMap((place) => place.trim() || [])),
  SETTLE_SECONDS: z.coerce.number().positive().default(30),
  /** Signs the tree heads of the record log and keys the ids of predictions: Ed25519, PEM, base64 on one line. */
  RECORD_SIGNING_KEY: signingKeySetting,
  /** The key pair that signs push messages (RFC 8292): a point of P-256 and its scalar, base64url. Web Push is off without it. */
  VAPID_PUBLIC_KEY: z.string().optional(),
  VAPID_PRIVATE_KEY: z.string().optional(),
  /** The operator's contact address for push services. The default is PUBLIC_ORIGIN. */
  VAPID_SUBJECT: z
    .string()
    .regex(/^(mailto:[^@\s]+@|https:\/\/)[^\s]+$/, { error: "must begin with mailto: or https:" })
    .optional(),
  /** Host names of the allowed push services. `*.` matches every subdomain. */
  PUSH_SERVICES: z
    .string()
    .default(knownPushHosts.join(","))
    .transform((text) => text.split(",").map((host) => host.trim()))
    .refine((hosts) => hosts.every(isPushHost), {
      error: "must be host names such as fcm.googleapis.com or *.push.apple.com, with commas",
    }),
  /** Lets tests push to a server on 127.0.0.1; never in production. */
  PUSH_ALLOW_LOOPBACK: z.stringbool().optional(),
});

/** Every variable of the environment that the program reads. */
export const configSchema = fields
  .refine((config) => !config.ODDS_CLOCK_URL || config.NODE_ENV !== "production", {
    path: ["ODDS_CLOCK_URL"],
    error: "another clock is for development, never for production",
  })
  .refine((config) => !config.PUSH_ALLOW_LOOPBACK || config.NODE_ENV !== "production", {
    path: ["PUSH_ALLOW_LOOPBACK"],
    error: "is for tests, never for production",
  })
  .refine(
    ({ VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey }) =>
      (publicKey === undefined && privateKey === undefined) || isVapidPair(publicKey, privateKey),
    { path: ["VAPID_PRIVATE_KEY"], error: "does not belong to VAPID_PUBLIC_KEY" },
  )
  .refine(
    ({ RESULTS_SOURCES: sources, API_SPORTS_KEY: key }) => key || !uses(sources, "api-sports"),
    { path: ["RESULTS_SOURCES"], error: "names api-sports, which needs API_SPORTS_KEY" },
  )
  .refine(
    ({ RESULTS_SOURCES: sources, RESULTS_FILES: files }) =>
      files.length > 0 || !uses(sources, "files"),
    { path: ["RESULTS_SOURCES"], error: "names files, which needs RESULTS_FILES" },
  )
  .superRefine(
    inProduction((settings, refuse) => {
      refusePlainOrigin(settings, refuse);
      refuseWeakMail(settings, refuse);
      refuseWeakTokens(settings, refuse);
      refuseOpenEngines(settings, refuse);
      for (const name of ["ODDS_API_URL", "API_SPORTS_URL"] as const)
        if (settings[name].startsWith("http:"))
          refuse(name, "must be https in production, because requests have a key");
      if (settings.RESULTS_FILES.some((place) => place.startsWith("http:")))
        refuse("RESULTS_FILES", "must be https in production, because results settle picks");
      if (!settings.ODDS_API_KEY && !settings.ALLOW_SIMULATED)
        refuse(
          "ODDS_API_KEY",
          "is required in production, or set ALLOW_SIMULATED=true to sell a simulated season",
        );
    }),
  );

export type Config = z.output<typeof configSchema>;

export type PredictionContext = ServiceContext<Config>;

/** The source of results of each sport; a sport without one is not sold live. */
export type SourcesBySport = ReadonlyMap<Sport, SourceName>;

const uses = (sources: SourcesBySport, name: SourceName): boolean =>
  [...sources.values()].includes(name);

/** The odds provider has scores of everything but fights. */
const defaultSources: SourcesBySport = new Map(
  sports.flatMap((sport) => (sport === "ufc" ? [] : [[sport, "the-odds-api"] as const])),
);

function readSources(text: string, context: z.RefinementCtx<string>): SourcesBySport {
  const sources = new Map(defaultSources);
  for (const entry of text.split(",").filter((part) => part.trim() !== "")) {
    const [sport, name] = entry.split(":").map((part) => part.trim());
    const ofSport = sports.find((one) => one === sport);
    const source = sourceNames.find((one) => one === name);
    if (ofSport && name === "none") sources.delete(ofSport);
    else if (ofSport && source) sources.set(ofSport, source);
    else
      context.addIssue({
        code: "custom",
        message: `"${entry}" is no sport and source; sources are ${sourceNames.join(", ")} and none`,
      });
  }
  return sources;
}

/** Reads the configuration of the service. @throws an error that names every wrong variable */
export const readConfig = (env: NodeJS.ProcessEnv = process.env): Config =>
  loadConfig(configSchema, env);

const statusSchema = z.object({
  MONGO_URL: z.url({ protocol: /^mongodb(\+srv)?$/ }).optional(),
  MONGO_PORT: portSetting(27117),
});

/**
 * Reads the settings of ratings:status, as in `.env`: an address without a database, or the port of the product's own
 * MongoDB. @throws an error that names every wrong variable
 */
export function readStatusConfig(env: NodeJS.ProcessEnv = process.env): { mongoUrl: string } {
  const { MONGO_URL, MONGO_PORT } = loadConfig(statusSchema, env);
  const url = new URL(MONGO_URL ?? `mongodb://127.0.0.1:${MONGO_PORT}`);
  if (url.pathname.length <= 1) url.pathname = "/orbline_prediction";
  return { mongoUrl: url.href };
}

/** The mode of a command for development. Without NODE_ENV it runs, because a checkout is not an installation. */
const notInProduction = (what: string) =>
  serviceSettings.NODE_ENV.unwrap()
    .default("development")
    .refine((mode) => mode !== "production", {
      message: `${what} is for development, never for production`,
    });

const daysError = "must be a whole number from 1 to 400";
const daysSetting = z.coerce.number(daysError).int(daysError).min(1, daysError).max(400, daysError);

const advanceSchema = z.object({
  NODE_ENV: notInProduction("moving the slate's clock"),
  PREDICTION_PORT: portSetting(8103),
  DAYS: daysSetting,
});

/**
 * Reads the settings of slate:advance; `days` is its argument. @throws in production, and an error that names every
 * wrong variable
 */
export const readAdvanceConfig = (days: string, env: NodeJS.ProcessEnv = process.env) =>
  loadConfig(advanceSchema, { ...env, DAYS: days });

const backfillSchema = z.object({
  NODE_ENV: notInProduction("a simulated past"),
  LOG_LEVEL: serviceSettings.LOG_LEVEL,
  MONGO_URL: serviceSettings.MONGO_URL.default("mongodb://127.0.0.1:27117/orbline_prediction"),
  SLATE_SEED: fields.shape.SLATE_SEED,
  BACKFILL_DAYS: daysSetting.default(42),
  /** Id of the demo user who gets a history. */
  BACKFILL_USER: z.string().optional(),
  ODDS_API_KEY: z
    .string()
    .optional()
    .refine((key) => !key, "only the simulated season has a past to fill in"),
});

/** Reads the settings of slate:backfill. @throws in production, on a live slate, and an error that names every wrong variable */
export const readBackfillConfig = (env: NodeJS.ProcessEnv = process.env) =>
  loadConfig(backfillSchema, env);
