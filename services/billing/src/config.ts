import {
  flagSetting,
  grpcClientSettings,
  grpcServerSettings,
  loadConfig,
  portSetting,
  serviceSettings,
} from "@orbline/kit/config";
import { z } from "zod";
import type { AccessRules } from "./domain/access.ts";
import { returnUrls } from "./http/return-urls.ts";
import type { Sender } from "./mail/texts.ts";
import type { StripeSettings } from "./payments/stripe-payments.ts";

const sampleSecret = /^([sr]k_test_|whsec_(test|sample|sandbox))/;

const originSetting = z
  .url({ protocol: /^https?$/ })
  .refine((text) => new URL(text).pathname === "/", "must be an origin without a path")
  .transform((text) => new URL(text).origin);

const secretsSetting = z
  .string()
  .default("")
  .transform((text) => text.split(",").map((secret) => secret.trim()))
  .transform((secrets) => secrets.filter((secret) => secret !== ""));

const schema = z
  .object({
    ...serviceSettings,
    ...grpcServerSettings,
    ...grpcClientSettings,
    PORT: portSetting(8102),
    GRPC_PORT: portSetting(9102),
    IDENTITY_GRPC: z.string().min(1),
    PUBLIC_ORIGIN: originSetting,
    STRIPE_SECRET_KEY: z.string().min(16),
    /** Address of the sandbox; absent for Stripe itself. */
    STRIPE_API_BASE: z.url().optional(),
    /** One webhook secret, or two separated by a comma while they are rotated. */
    STRIPE_WEBHOOK_SECRET: secretsSetting,
    /** The mail server, e.g. smtps://user:secret@host; without it the local mailbox. */
    SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
    MAIL_FROM: z.string().min(3).default("Orbline <hello@orbline.test>"),
    /** Name of the product in mails. */
    BRAND: z.string().min(1).default("Orbline"),
    /** Off for Stripe's own test mode, where everybody pays with the same cards. */
    TRIAL_ONCE_PER_CARD: flagSetting(true),
    RENEWAL_SLACK_HOURS: z.coerce.number().min(0).default(24),
    GRACE_DAYS: z.coerce.number().min(0).default(3),
    /** After so long without an answer of the provider the page of a checkout counts as lost. */
    CHECKOUT_PATIENCE_SECONDS: z.coerce.number().positive().default(120),
    /** How often the provider is asked for events that it could not deliver. */
    POLL_SECONDS: z.coerce.number().positive().default(300),
    SWEEP_SECONDS: z.coerce.number().positive().default(30),
  })
  .superRefine((settings, context) => {
    if (settings.NODE_ENV !== "production") return;
    const refuse = (name: string, message: string) =>
      context.addIssue({ code: "custom", path: [name], message });
    if (settings.STRIPE_WEBHOOK_SECRET.length === 0)
      refuse("STRIPE_WEBHOOK_SECRET", "is required in production");
    if (settings.STRIPE_WEBHOOK_SECRET.some((secret) => sampleSecret.test(secret)))
      refuse("STRIPE_WEBHOOK_SECRET", "is a sample secret");
    if (sampleSecret.test(settings.STRIPE_SECRET_KEY))
      refuse("STRIPE_SECRET_KEY", "is a test key, refused in production");
    if (settings.STRIPE_API_BASE) refuse("STRIPE_API_BASE", "the sandbox is refused in production");
    if (!settings.PUBLIC_ORIGIN.startsWith("https://"))
      refuse("PUBLIC_ORIGIN", "must be https in production");
    if (settings.SMTP_URL === undefined) refuse("SMTP_URL", "is required in production");
  });

/** Configuration of the service. */
export type Config = z.output<typeof schema>;

/** Reads the configuration of the service. @throws an error that names every wrong variable */
export const readConfig = (env: NodeJS.ProcessEnv = process.env): Config => loadConfig(schema, env);

/** How long access outlives late news of the provider, as configured. */
export const accessRules = (config: Config): AccessRules => ({
  renewalSlackMs: config.RENEWAL_SLACK_HOURS * 3_600_000,
  graceMs: config.GRACE_DAYS * 86_400_000,
});

/** In whose name mails are, and where they lead to. */
export const mailSender = (config: Config): Sender => ({
  brand: config.BRAND,
  origin: config.PUBLIC_ORIGIN,
});

/** Settings of the Stripe adapter, as configured. */
export const stripeSettings = (config: Config): StripeSettings => ({
  secretKey: config.STRIPE_SECRET_KEY,
  webhookSecrets: config.STRIPE_WEBHOOK_SECRET,
  returnUrls: returnUrls(config.PUBLIC_ORIGIN),
  portalReturnUrl: `${config.PUBLIC_ORIGIN}/account`,
  ...(config.STRIPE_API_BASE && { apiBase: config.STRIPE_API_BASE }),
});
