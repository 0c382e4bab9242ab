import { createPrivateKey, createPublicKey, type KeyObject } from "node:crypto";
import { z } from "zod";

/** Parses the environment of a service; throws one error that names every variable that is missing or wrong. */
export const loadConfig = <Schema extends z.ZodType>(
  schema: Schema,
  env: NodeJS.ProcessEnv,
): z.output<Schema> => {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ""));
  const result = schema.safeParse(present);
  if (result.success) return result.data;
  const lines = result.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
  throw new Error(`configuration is not valid\n  ${lines.join("\n  ")}`);
};

/** A TCP port; 0 lets the system choose. */
export const portSetting = (fallback: number) =>
  z.coerce.number().int().min(0).max(65_535).default(fallback);

/** "true" or "false" (also 1 and 0) as a boolean. */
export const flagSetting = (fallback: boolean) => z.stringbool().default(fallback);

/** A secret of at least 16 characters. */
export const secretSetting = z.string().min(16, "must be a secret of at least 16 characters");

const pemSetting = <Key>(read: (pem: Buffer) => Key) =>
  z.string().transform((text, context): Key => {
    try {
      return read(Buffer.from(text, "base64"));
    } catch {
      context.addIssue({ code: "custom", message: "must be a PEM key in base64 on one line" });
      return z.NEVER;
    }
  });

/** Public half of the gateway's assertion key pair. */
export const publicKeySetting = pemSetting<KeyObject>(createPublicKey);

/** Private half of the gateway's assertion key pair. */
export const privateKeySetting = pemSetting<KeyObject>(createPrivateKey);

/** A value written as JSON; pipe it into the schema of what it holds. */
export const jsonSetting = (message: string) =>
  z.string().transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue({ code: "custom", message });
      return z.NEVER;
    }
  });

/** JSON object from caller name to its secret, e.g. {"billing":"…"}. */
export const grpcTokensSetting = jsonSetting("must be a JSON object of caller and secret").pipe(
  z.record(z.string(), secretSetting),
);

/** Settings that every process has. */
export const processSettings = {
  NODE_ENV: z.enum(["development", "test", "production"]).default("development"),
  LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "silent"]).default("info"),
  HOST: z.string().default("127.0.0.1"),
};

/** Settings that every service behind the gateway has, on top of `processSettings`. */
export const serviceSettings = {
  ...processSettings,
  MONGO_URL: z
    .string()
    .regex(/^mongodb(\+srv)?:\/\//, "must be a mongodb:// address with a database"),
  KAFKA_BROKERS: z
    .string()
    .min(1)
    .transform((text) => text.split(",").map((broker) => broker.trim())),
  ASSERTION_PUBLIC_KEY: publicKeySetting,
  GRPC_TOKENS: grpcTokensSetting,
  GRPC_TOKEN: secretSetting,
  /** Prefix of topics, consumer groups and Redis counters, for installations that share engines. */
  NAMESPACE: z.string().default(""),
};
