import {
  grpcAddressSetting,
  grpcClientSettings,
  grpcServerSettings,
  inProduction,
  isWeakSecret,
  jsonSetting,
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
import { kafkaSettings } from "@orbline/kit/kafka/target";
import type { ServiceContext } from "@orbline/kit/service-context";
import {
  checkoutUsernameSchema,
  emailSchema,
  newPasswordSchema,
  usernameSchema,
} from "@orbline/proto/http/fields";
import { roleSchema } from "@orbline/proto/http/identity/user";
import { redisSettings } from "@orbline/kit/redis/connection";
import { z } from "zod";

const specialNames =
  "admin,administrator,root,system,support,help,security,billing,staff,moderator,orbline";

/** Settings of the service and of the commands that make accounts. */
const accountSettings = {
  NODE_ENV: serviceSettings.NODE_ENV,
  LOG_LEVEL: serviceSettings.LOG_LEVEL,
  MONGO_URL: serviceSettings.MONGO_URL,
  ...kafkaSettings,
  NAMESPACE: serviceSettings.NAMESPACE,
  /** Usernames that nobody can register, besides those that begin with `admin_`. */
  RESERVED_USERNAMES: z
    .string()
    .default(specialNames)
    .transform((text) => new Set(text.split(",").map((name) => name.trim().toLowerCase()))),
  /** Service that knows leaked passwords, with the API of "Pwned Passwords". Without it none is asked. */
  LEAK_CHECK_URL: z
    .url({ protocol: /^https?$/, message: "must be an http:// or https:// address" })
    .transform((url) => url.replace(/\/+$/, ""))
    .default(""),
  /** Secret that encrypts the secrets of authenticator apps. With another one, nobody with a second factor can sign in. */
  FACTOR_KEY: secretSetting,
};

/** Settings of the commands; the defaults are those of the product that `make up` starts. */
const commandSettings = {
  ...accountSettings,
  MONGO_URL: accountSettings.MONGO_URL.default("mongodb://127.0.0.1:27117/orbline_identity"),
  KAFKA_BROKERS: accountSettings.KAFKA_BROKERS.default(["127.0.0.1:19092"]),
  KAFKA_SASL_USERNAME: accountSettings.KAFKA_SASL_USERNAME.default("identity"),
};

const adminCreateSchema = z.object({
  ...commandSettings,
  ADMIN_USERNAME: usernameSchema,
  ADMIN_EMAIL: emailSchema.optional(),
  ADMIN_PASSWORD: newPasswordSchema.optional(),
});

/** Reads the settings of admin:create; `args` override the environment. @throws an error that names every wrong one */
export function readAdminCreateConfig(args: NodeJS.ProcessEnv, env = process.env) {
  const given = Object.entries(args).filter(([, value]) => value !== undefined);
  // `make up` keeps the password by this name in `secrets.env`.
  const local = { KAFKA_SASL_PASSWORD: env["KAFKA_PASSWORD_IDENTITY"] };
  return loadConfig(adminCreateSchema, { ...local, ...env, ...Object.fromEntries(given) });
}

const adminDisableSchema = z.object({
  ...commandSettings,
  ADMIN_USERNAME: usernameSchema,
  ...redisSettings,
});

/** Reads the settings of admin:disable; `args` override the environment. @throws an error that names every wrong one */
export function readAdminDisableConfig(args: NodeJS.ProcessEnv, env = process.env) {
  return loadConfig(adminDisableSchema, { ...localEngines(env), ...env, ...args });
}

const factorRemoveSchema = z.object({
  ...commandSettings,
  FACTOR_USERNAME: checkoutUsernameSchema,
  ...redisSettings,
});

/** Reads the settings of factor:remove; `args` override the environment. @throws an error that names every wrong one */
export function readFactorRemoveConfig(args: NodeJS.ProcessEnv, env = process.env) {
  return loadConfig(factorRemoveSchema, { ...localEngines(env), ...env, ...args });
}

/** The engines of `make up`, which keeps the passwords by these names in `secrets.env`. */
function localEngines(env: NodeJS.ProcessEnv) {
  const { KAFKA_PASSWORD_IDENTITY, REDIS_PASSWORD_IDENTITY } = env;
  return {
    KAFKA_SASL_PASSWORD: KAFKA_PASSWORD_IDENTITY,
    REDIS_URL:
      REDIS_PASSWORD_IDENTITY && `redis://identity:${REDIS_PASSWORD_IDENTITY}@127.0.0.1:16379`,
  };
}

const demoUserSchema = z.strictObject({
  username: usernameSchema,
  password: newPasswordSchema,
  email: emailSchema.optional(),
  role: roleSchema.default("user"),
  /** Of an admin's authenticator app, in base32. */
  totpSecret: z
    .string()
    .regex(/^[A-Z2-7]{32}$/)
    .optional(),
});

const demoSeedSchema = z.object({
  ...commandSettings,
  NODE_ENV: accountSettings.NODE_ENV.unwrap()
    .default("development")
    .refine((mode) => mode !== "production", {
      message: "demo users are never made in production",
    }),
  DEMO_USERS: jsonSetting("must be a JSON array of users").pipe(z.array(demoUserSchema)),
});

/** Reads the settings of the demo seed. @throws in production, and an error that names every wrong variable */
export const readDemoSeedConfig = (env: NodeJS.ProcessEnv = process.env) =>
  loadConfig(demoSeedSchema, env);

/** Every variable of the environment that the program reads. */
export const configSchema = z
  .object({
    ...serviceSettings,
    ...grpcServerSettings,
    ...grpcClientSettings,
    ...accountSettings,
    ...mailSettings,
    PORT: portSetting(8101),
    GRPC_PORT: portSetting(9101),
    ...redisSettings,
    ADMIN_GRPC: grpcAddressSetting,
    BILLING_GRPC: grpcAddressSetting,
    PREDICTION_GRPC: grpcAddressSetting,
    /** Origin of links in emails. Cookies are Secure unless it is plain http. */
    PUBLIC_ORIGIN: originSetting,
    /**
     * Secret for the keyed hash of addresses in security events, and for device cookies. Without it every process makes
     * its own.
     */
    SECURITY_LOG_KEY: secretSetting.optional(),
    /** How long a deletion waits for requests that began before the sessions of the account ended. */
    DELETION_SETTLE_SECONDS: z.coerce.number().min(0).default(15),
    /** How often deletions in progress are continued. */
    ACCOUNT_SWEEP_SECONDS: z.coerce.number().positive().default(5),
  })
  .superRefine(
    inProduction((settings, refuse) => {
      refusePlainOrigin(settings, refuse);
      refuseWeakMail(settings, refuse);
      refuseWeakTokens(settings, refuse);
      refuseOpenEngines(settings, refuse);
      if (settings.SECURITY_LOG_KEY === undefined || isWeakSecret(settings.SECURITY_LOG_KEY))
        refuse("SECURITY_LOG_KEY", weakSecret);
      if (isWeakSecret(settings.FACTOR_KEY)) refuse("FACTOR_KEY", weakSecret);
      if (settings.LEAK_CHECK_URL.startsWith("http:"))
        refuse("LEAK_CHECK_URL", "must be https in production");
    }),
  );

export type AccountConfig = z.output<z.ZodObject<typeof accountSettings>>;

export type Config = z.output<typeof configSchema>;

/** The inputs from which identity builds its parts. */
export type IdentityContext = ServiceContext<Config>;

/** Reads the configuration of the service. @throws an error that names every wrong variable */
export const readConfig = (env: NodeJS.ProcessEnv = process.env): Config =>
  loadConfig(configSchema, env);
