import { loadConfig, portSetting, processSettings } from "@orbline/kit/config";
import { z } from "zod";

const schema = z.object({
  ...processSettings,
  NODE_ENV: z
    .enum(["development", "test"], {
      error: "the sandbox is for development and tests and does not start in production",
    })
    .default("development"),
  PORT: portSetting(8140),
  DATA_FILE: z.string().default(".data/live-sandbox/state.json"),
  ODDS_API_KEY: z.string().min(8).default("sandbox-odds-key"),
  API_SPORTS_KEY: z.string().min(8).default("sandbox-results-key"),
  SEED: z.string().min(1).default("orbline"),
  START_AT: z.iso
    .datetime({ offset: true })
    .transform((text) => new Date(text))
    .optional(),
  SPEED: z.coerce.number().min(0).max(3_600).default(1),
  HISTORY_DAYS: z.coerce.number().int().min(0).max(2_000).default(60),
  SHARE: z.coerce.number().positive().max(1).default(1),
  TROUBLE: z.coerce.number().min(0).max(6).default(1),
  CREDITS_PER_MONTH: z.coerce.number().int().min(0).default(5_000_000),
  REQUESTS_PER_DAY: z.coerce.number().int().min(0).default(75_000),
});

/**
 * Settings from the environment. @throws an error that names each invalid variable, and always with
 * NODE_ENV=production.
 */
export function readConfig(env: NodeJS.ProcessEnv) {
  return loadConfig(schema, env);
}
