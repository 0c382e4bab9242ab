import { loadConfig, portSetting, processSettings } from "@orbline/kit/config";
import { z } from "zod";

/** During a rotation the product accepts several secrets. The sandbox signs with the first. */
const signingSecret = z
  .string()
  .transform((accepted) => accepted.split(",")[0]?.trim() ?? "")
  .pipe(z.string().startsWith("whsec_"));

const schema = z.object({
  ...processSettings,
  NODE_ENV: z
    .enum(["development", "test"], {
      error: "the sandbox is for development and tests and does not start in production",
    })
    .default("development"),
  PORT: portSetting(8110),
  DATA_FILE: z.string().default(".data/stripe-sandbox/sandbox.db"),
  STRIPE_SECRET_KEY: z.string().startsWith("sk_test_"),
  STRIPE_WEBHOOK_SECRET: signingSecret,
  WEBHOOK_URL: z.url({ protocol: /^https?$/ }).optional(),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
});

/**
 * Settings from the environment. @throws an error that names each invalid variable, and always with
 * NODE_ENV=production.
 */
export function readConfig(env: NodeJS.ProcessEnv) {
  return loadConfig(schema, env);
}
