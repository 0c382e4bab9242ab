import {
  flagSetting,
  grpcClientSettings,
  grpcServerSettings,
  jsonSetting,
  loadConfig,
  portSetting,
  serviceSettings,
} from "@orbline/kit/config";
import { emailSchema, newPasswordSchema, usernameSchema } from "@orbline/proto/http/fields";
import { roleSchema } from "@orbline/proto/http/user";
import { z } from "zod";

const specialNames =
  "admin,administrator,root,system,support,help,security,billing,staff,moderator,orbline";

/** Where accounts are kept and published; all that the commands beside the service need. */
const accountSettings = {
  NODE_ENV: serviceSettings.NODE_ENV,
  LOG_LEVEL: serviceSettings.LOG_LEVEL,
  MONGO_URL: serviceSettings.MONGO_URL,
  KAFKA_BROKERS: serviceSettings.KAFKA_BROKERS,
  NAMESPACE: serviceSettings.NAMESPACE,
  /** Usernames that nobody can register, beside those that begin with `admin_`. */
  RESERVED_USERNAMES: z
    .string()
    .default(specialNames)
    .transform((text) => new Set(text.split(",").map((name) => name.trim().toLowerCase()))),
};

/** Settings of the commands that make accounts; without any they mean the product started by `make up`. */
const commandSettings = {
  ...accountSettings,
  MONGO_URL: accountSettings.MONGO_URL.default("mongodb://127.0.0.1:27117/orbline_identity"),
  KAFKA_BROKERS: accountSettings.KAFKA_BROKERS.default(["127.0.0.1:19092"]),
};

const adminCreateSchema = z.object({
  ...commandSettings,
  ADMIN_USERNAME: usernameSchema,
  ADMIN_EMAIL: emailSchema.optional(),
  ADMIN_PASSWORD: newPasswordSchema.optional(),
});

/** Reads what admin:create needs; `given` wins over the environment. @throws an error that names what is wrong */
export const readAdminCreateConfig = (given: NodeJS.ProcessEnv, env = process.env) =>
  loadConfig(adminCreateSchema, { ...env, ...given });

const demoUserSchema = z.strictObject({
  username: usernameSchema,
  password: newPasswordSchema,
  email: emailSchema.optional(),
  role: roleSchema.default("user"),
});

const demoSeedSchema = z.object({
  ...commandSettings,
  NODE_ENV: accountSettings.NODE_ENV.refine((mode) => mode !== "production", {
    message: "demo users are never made in production",
  }),
  DEMO_USERS: jsonSetting("must be a JSON array of users").pipe(z.array(demoUserSchema)),
});

/** Reads what the demo seed needs. @throws in production, and an error that names what is wrong */
export const readDemoSeedConfig = (env: NodeJS.ProcessEnv = process.env) =>
  loadConfig(demoSeedSchema, env);

const originSetting = z
  .url({ protocol: /^https?$/ })
  .refine((text) => new URL(text).pathname === "/", "must be an origin without a path")
  .transform((text) => new URL(text).origin);

const schema = z
  .object({
    ...serviceSettings,
    ...grpcServerSettings,
    ...grpcClientSettings,
    ...accountSettings,
    PORT: portSetting(8101),
    GRPC_PORT: portSetting(9101),
    REDIS_URL: z.string().regex(/^rediss?:\/\//, "must be a redis:// address"),
    COOKIE_INSECURE: flagSetting(false),
    ADMIN_GRPC: z.string().min(1),
    BILLING_GRPC: z.string().min(1),
    PREDICTION_GRPC: z.string().min(1),
    /** Where links in mails lead. */
    PUBLIC_ORIGIN: originSetting,
    /** The mail server, e.g. smtps://user:secret@host; without it the local mailbox. */
    SMTP_URL: z
      .string()
      .regex(/^smtps?:\/\//, "must be an smtp:// or smtps:// address")
      .optional(),
    MAIL_FROM: z.string().min(3).default("Orbline <hello@orbline.test>"),
    /** How long a deletion waits for requests that began before the account's sessions ended. */
    DELETION_SETTLE_SECONDS: z.coerce.number().min(0).default(15),
    /** How often deletions go on, and mails and links are looked through for what a crash left. */
    ACCOUNT_SWEEP_SECONDS: z.coerce.number().positive().default(5),
  })
  .superRefine((settings, context) => {
    if (settings.NODE_ENV !== "production") return;
    const refuse = (name: string, message: string) =>
      context.addIssue({ code: "custom", path: [name], message });
    if (settings.COOKIE_INSECURE) refuse("COOKIE_INSECURE", "must not be set in production");
    if (!settings.PUBLIC_ORIGIN.startsWith("https://"))
      refuse("PUBLIC_ORIGIN", "must be https in production");
    if (settings.SMTP_URL === undefined) refuse("SMTP_URL", "is required in production");
  });

/** What the service and its commands share. */
export type AccountConfig = z.output<z.ZodObject<typeof accountSettings>>;

/** Configuration of the service. */
export type Config = z.output<typeof schema>;

/** Reads the configuration of the service. @throws an error that names every wrong variable */
export const readConfig = (env: NodeJS.ProcessEnv = process.env): Config => loadConfig(schema, env);
