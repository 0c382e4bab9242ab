import { readFileSync } from "node:fs";
import { z } from "zod";
import { catalogSchema } from "./objects/catalog-schema.ts";

/** Of several accepted secrets, during their rotation, the sandbox signs with the first. */
const signingSecret = z
  .string()
  .transform((accepted) => accepted.split(",")[0]?.trim() ?? "")
  .pipe(z.string().startsWith("whsec_"));

const catalogSetting = z
  .string()
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue({ code: "custom", message: "must be a JSON list" });
      return z.NEVER;
    }
  })
  .pipe(catalogSchema)
  .default([]);

const schema = z.object({
  NODE_ENV: z
    .enum(["development", "test"], {
      error: "the sandbox is for development and tests and does not start in production",
    })
    .default("development"),
  LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "silent"]).default("info"),
  HOST: z.string().default("127.0.0.1"),
  PORT: z.coerce.number().int().min(0).max(65_535).default(8110),
  DATA_FILE: z.string().default(".data/stripe-sandbox/sandbox.db"),
  STRIPE_SECRET_KEY: z.string().startsWith("sk_test_"),
  STRIPE_WEBHOOK_SECRET: signingSecret,
  WEBHOOK_URL: z.url({ protocol: /^https?$/ }).optional(),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** JSON list of the prices that it sells from the start. */
  CATALOG: catalogSetting,
});

/**
 * Settings from the environment. The key and the webhook secret can be in files, by the variables with `_FILE` after
 * their names. @throws an error that names each invalid variable, and always with NODE_ENV=production.
 */
export function readConfig(env: NodeJS.ProcessEnv) {
  const given = { ...env, ...readFiles(env, ["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET"]) };
  const present = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ""));
  const { data, error } = schema.safeParse(present);
  if (data) return data;
  const lines = error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
  throw new Error(`configuration is not valid\n  ${lines.join("\n  ")}`);
}

function readFiles(env: NodeJS.ProcessEnv, names: string[]): NodeJS.Dict<string> {
  const contents = names.flatMap((name) => {
    const file = env[`${name}_FILE`];
    if (!file) return [];
    if (env[name]) throw new Error(`${name} and ${name}_FILE are set; only one of them may be`);
    return [[name, readFileSync(file, "utf8").trim()]];
  });
  return Object.fromEntries(contents) as NodeJS.Dict<string>;
}
