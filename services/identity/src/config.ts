import {
  flagSetting,
  grpcServerSettings,
  jsonSetting,
  loadConfig,
  portSetting,
  serviceSettings,
} from "@orbline/kit/config";
import { emailSchema, newPasswordSchema, usernameSchema } from "@orbline/proto/http/fields";
import { roleSchema } from "@orbline/proto/http/identity";
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

const schema = z
  .object({
    ...serviceSettings,
    ...grpcServerSettings,
    ...accountSettings,
    PORT: portSetting(8101),
    GRPC_PORT: portSetting(9101),
    REDIS_URL: z.string().regex(/^rediss?:\/\//, "must be a redis:// address"),
    COOKIE_INSECURE: flagSetting(false),
  })
  .refine(({ NODE_ENV, COOKIE_INSECURE }) => NODE_ENV !== "production" || !COOKIE_INSECURE, {
    path: ["COOKIE_INSECURE"],
    message: "must not be set in production",
  });

/** What the service and its commands share. */
export type AccountConfig = z.output<z.ZodObject<typeof accountSettings>>;

/** Configuration of the service. */
export type Config = z.output<typeof schema>;

/** Reads the configuration of the service. @throws an error that names every wrong variable */
export const readConfig = (env: NodeJS.ProcessEnv = process.env): Config => loadConfig(schema, env);
