import {
  flagSetting,
  grpcAddressSetting,
  grpcClientSettings,
  grpcServerSettings,
  inProduction,
  isWeakSecret,
  loadConfig,
  mailSettings,
  originSetting,
  portSetting,
  refusePlainOrigin,
  refuseWeakMail,
  refuseOpenEngines,
  refuseWeakTokens,
  secretSetting,
  serviceSettings,
  weakSecret,
} from "@orbline/kit/config";
import type { ServiceContext } from "@orbline/kit/service-context";
import { z } from "zod";
import type { AccessRules } from "./domain/subscription/access.ts";

const liveKey = /^[sr]k_live_\w{16,}$/;
const sampleKey = /^[sr]k_test_/;
const webhookSecret = /^whsec_[\w+/=-]{24,}$/;
const sampleWebhookSecret = /^whsec_(test|sample|sandbox)/;

const secretsSetting = z
  .string()
  .default("")
  .transform((text) => text.split(",").map((secret) => secret.trim()))
  .transform((secrets) => secrets.filter((secret) => secret !== ""));

/** The product's name in emails and on invoices. */
const brandSetting = z.string().min(1).default("Orbline");

/** Every variable of the environment that the program reads. */
export const configSchema = z
  .object({
    ...serviceSettings,
    ...grpcServerSettings,
    ...grpcClientSettings,
    ...mailSettings,
    PORT: portSetting(8102),
    GRPC_PORT: portSetting(9102),
    IDENTITY_GRPC: grpcAddressSetting,
    PUBLIC_ORIGIN: originSetting,
    STRIPE_SECRET_KEY: z.string().min(16),
    /** Address of the sandbox; absent when billing calls Stripe itself. */
    STRIPE_API_BASE: z.url().optional(),
    /** One webhook secret, or two separated by a comma while they are rotated. */
    STRIPE_WEBHOOK_SECRET: secretsSetting,
    /** Lets a production installation take payments in Stripe's test mode: for staging, where nobody pays. */
    ALLOW_TEST_PAYMENTS: flagSetting(false),
    BRAND: brandSetting,
    /** Keys the hashes of the addresses of deleted users who excluded themselves. */
    SELF_EXCLUSION_KEY: secretSetting,
    /** By default off in a development stack with the sandbox, whose visitors all use the same cards. */
    TRIAL_ONCE_PER_CARD: z.stringbool().optional(),
    RENEWAL_SLACK_HOURS: z.coerce.number().min(0).default(24),
    GRACE_DAYS: z.coerce.number().min(0).default(3),
    /** Seconds after which a checkout without a response of the provider counts as interrupted. */
    CHECKOUT_PATIENCE_SECONDS: z.coerce.number().positive().default(120),
    /** Seconds between two polls for events that the provider could not deliver. */
    POLL_SECONDS: z.coerce.number().positive().default(300),
    SWEEP_SECONDS: z.coerce.number().positive().default(30),
  })
  .superRefine(
    inProduction((settings, refuse) => {
      const { STRIPE_WEBHOOK_SECRET: secrets, STRIPE_SECRET_KEY: key } = settings;
      if (secrets.length === 0) refuse("STRIPE_WEBHOOK_SECRET", "is required in production");
      else if (secrets.some((secret) => sampleWebhookSecret.test(secret)))
        refuse("STRIPE_WEBHOOK_SECRET", "is a sample secret");
      else if (!secrets.every((secret) => webhookSecret.test(secret)))
        refuse("STRIPE_WEBHOOK_SECRET", "must be whsec_ and at least 24 characters");
      if (sampleKey.test(key)) {
        if (!settings.ALLOW_TEST_PAYMENTS)
          refuse("STRIPE_SECRET_KEY", "is a test key; for staging set ALLOW_TEST_PAYMENTS=true");
      } else if (!liveKey.test(key))
        refuse("STRIPE_SECRET_KEY", "must be a live key (sk_live_ or rk_live_) in production");
      if (settings.STRIPE_API_BASE)
        refuse("STRIPE_API_BASE", "the sandbox is refused in production");
      if (settings.TRIAL_ONCE_PER_CARD === false)
        refuse("TRIAL_ONCE_PER_CARD", "must not be false in production, or trials never end");
      if (isWeakSecret(settings.SELF_EXCLUSION_KEY)) refuse("SELF_EXCLUSION_KEY", weakSecret);
      refusePlainOrigin(settings, refuse);
      refuseWeakMail(settings, refuse);
      refuseWeakTokens(settings, refuse);
      refuseOpenEngines(settings, refuse);
    }),
  )
  .transform((settings) => ({
    ...settings,
    TRIAL_ONCE_PER_CARD:
      settings.TRIAL_ONCE_PER_CARD ??
      !(settings.NODE_ENV === "development" && settings.STRIPE_API_BASE),
  }));

export type Config = z.output<typeof configSchema>;

/** The inputs from which billing builds its parts. */
export type BillingContext = ServiceContext<Config>;

/** Reads the configuration of the service. @throws an error that names every wrong variable */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  return loadConfig(configSchema, env);
}

const setupSchema = z.object({
  STRIPE_SECRET_KEY: z.string().min(16),
  STRIPE_API_BASE: z.url().optional(),
  PUBLIC_ORIGIN: originSetting,
  BRAND: brandSetting,
});

/** Reads the settings of stripe:setup. @throws an error that names every wrong variable */
export const readStripeSetupConfig = (env: NodeJS.ProcessEnv = process.env) =>
  loadConfig(setupSchema, env);

/** The configured grace periods after a late renewal report and after a failed charge. */
export function accessRules(config: Config): AccessRules {
  return {
    renewalSlackMs: config.RENEWAL_SLACK_HOURS * 3_600_000,
    graceMs: config.GRACE_DAYS * 86_400_000,
  };
}
