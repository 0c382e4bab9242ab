import {
  grpcClientSettings,
  grpcServerSettings,
  loadConfig,
  portSetting,
  serviceSettings,
} from "@orbline/kit/config";
import { z } from "zod";
import { sports } from "./domain/sport.ts";
import { knownLeagues, usualLeagues } from "./odds/feeds.ts";

const schema = z
  .object({
    ...serviceSettings,
    ...grpcClientSettings,
    ...grpcServerSettings,
    PORT: portSetting(8103),
    GRPC_PORT: portSetting(9103),
    BILLING_GRPC: z.string().min(1),
    /** The simulated season follows from this word. */
    SLATE_SEED: z.string().min(1).default("orbline"),
    /** A results file to replay instead of the simulated season. */
    REPLAY_FILE: z.string().optional(),
    REPLAY_SPORT: z.enum(sports).optional(),
    /** The day of the file that is today, YYYY-MM-DD. */
    REPLAY_FROM: z.iso.date().optional(),
    /** A key of The Odds API: live games and prices instead of the simulated season. */
    ODDS_API_KEY: z.string().min(8).max(200).optional(),
    ODDS_API_URL: z
      .url()
      .transform((url) => url.replace(/\/+$/, ""))
      .default("https://api.the-odds-api.com"),
    /** Soccer leagues to ask for, by their names in the ratings; each costs credits of its own. */
    ODDS_LEAGUES: z
      .string()
      .default(usualLeagues.join(","))
      .transform((text) => text.split(",").map((league) => league.trim()))
      .refine((leagues) => leagues.every((league) => knownLeagues.includes(league)), {
        error: `must be of ${knownLeagues.join(", ")}, more than one with commas`,
      }),
    /** How often the process looks whether anything is to be asked. */
    ODDS_POLL_SECONDS: z.coerce.number().positive().default(30),
    SETTLE_SECONDS: z.coerce.number().positive().default(30),
  })
  .superRefine(({ REPLAY_FILE, REPLAY_SPORT, REPLAY_FROM, ODDS_API_KEY, NODE_ENV }, context) => {
    if (!REPLAY_FILE) return;
    const refuse = (name: string, message: string) =>
      context.addIssue({ code: "custom", path: [name], message });
    if (!REPLAY_SPORT) refuse("REPLAY_SPORT", "is required with REPLAY_FILE");
    if (!REPLAY_FROM) refuse("REPLAY_FROM", "is required with REPLAY_FILE");
    if (ODDS_API_KEY) refuse("REPLAY_FILE", "is refused with ODDS_API_KEY");
    if (NODE_ENV === "production") refuse("REPLAY_FILE", "is refused in production");
  });

/** Configuration of the service. */
export type Config = z.output<typeof schema>;

/** Reads the configuration of the service. @throws an error that names every wrong variable */
export const readConfig = (env: NodeJS.ProcessEnv = process.env): Config => loadConfig(schema, env);

const notInProduction = (what: string) =>
  serviceSettings.NODE_ENV.refine((mode) => mode !== "production", {
    message: `${what} is for development, never for production`,
  });

/** Days that one command may move or fill. */
const daysSetting = z.coerce
  .number({ error: "must be a whole number from 1 to 400" })
  .int("must be a whole number from 1 to 400")
  .min(1, "must be a whole number from 1 to 400")
  .max(400, "must be a whole number from 1 to 400");

const advanceSchema = z.object({
  NODE_ENV: notInProduction("moving the slate's clock"),
  PREDICTION_PORT: portSetting(8103),
  DAYS: daysSetting,
});

/** Reads what slate:advance needs; `days` is its argument. @throws in production, and an error that names what is wrong */
export const readAdvanceConfig = (days: string, env: NodeJS.ProcessEnv = process.env) =>
  loadConfig(advanceSchema, { ...env, DAYS: days });

const backfillSchema = z
  .object({
    NODE_ENV: notInProduction("a simulated past"),
    LOG_LEVEL: serviceSettings.LOG_LEVEL,
    MONGO_URL: serviceSettings.MONGO_URL.default("mongodb://127.0.0.1:27117/orbline_prediction"),
    SLATE_SEED: schema.shape.SLATE_SEED,
    BACKFILL_DAYS: daysSetting.default(42),
    /** The demo user who gets a history. */
    BACKFILL_USER: z.string().optional(),
    REPLAY_FILE: z.string().optional(),
    ODDS_API_KEY: z.string().optional(),
  })
  .refine(({ REPLAY_FILE, ODDS_API_KEY }) => !REPLAY_FILE && !ODDS_API_KEY, {
    path: ["REPLAY_FILE, ODDS_API_KEY"],
    message: "only the simulated season has a past to fill in",
  });

/** Reads what slate:backfill needs. @throws in production, on another slate, and an error that names what is wrong */
export const readBackfillConfig = (env: NodeJS.ProcessEnv = process.env) =>
  loadConfig(backfillSchema, env);
