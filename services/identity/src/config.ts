import { flagSetting, loadConfig, portSetting, serviceSettings } from "@orbline/kit/config";
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
const accountSchema = z.object(accountSettings);

/** Configuration of the commands that make accounts. */
export type AccountConfig = z.output<typeof accountSchema>;

/** Reads the configuration of a command. @throws an error that names every wrong variable */
export const readAccountConfig = (env: NodeJS.ProcessEnv = process.env): AccountConfig =>
  loadConfig(accountSchema, env);

const schema = z
  .object({
    ...serviceSettings,
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

/** Configuration of the service. */
export type Config = z.output<typeof schema>;

/** Reads the configuration of the service. @throws an error that names every wrong variable */
export const readConfig = (env: NodeJS.ProcessEnv = process.env): Config => loadConfig(schema, env);
