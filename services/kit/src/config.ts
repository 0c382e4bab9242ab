import { createPrivateKey, createPublicKey, type KeyObject } from "node:crypto";
import { readFileSync } from "node:fs";
import { z } from "zod";
import { internalTlsSettings } from "./internal-tls.ts";
import { kafkaSettings } from "./kafka/target.ts";

/**
 * Parses the environment of a program. A variable can be set itself, or by the path of a file with its value in the
 * variable with `_FILE` after its name, such as a mounted secret. An empty variable counts as not set.
 * @throws one error that names every missing or wrong variable, and every file that is missing, empty or not the only
 * source of its variable
 */
export function loadConfig<Schema extends z.ZodType>(
  schema: Schema,
  env: NodeJS.ProcessEnv,
): z.output<Schema> {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value));
  const { values, faults } = readSecretFiles(schema, present);
  const result = schema.safeParse({ ...present, ...values });
  const issues = result.success ? [] : result.error.issues;
  const wrong = issues
    .filter(({ path: [name] }) => !faults.some((fault) => fault.name === name))
    .map((issue) => `${issue.path.join(".")}: ${issue.message}`);
  const lines = [...faults.map(({ name, message }) => `${name}_FILE: ${message}`), ...wrong];
  if (result.success && lines.length === 0) return result.data;
  throw new Error(`configuration is not valid\n  ${lines.join("\n  ")}`);
}

function readSecretFiles(schema: z.ZodType, env: NodeJS.Dict<string>) {
  const values: Record<string, string> = {};
  const faults: { name: string; message: string }[] = [];
  for (const name of Object.keys(shapeOf(schema))) {
    const file = env[`${name}_FILE`];
    if (file === undefined) continue;
    const value = readSecret(file);
    if (name in env) faults.push({ name, message: `${name} is set too; only one of them may be` });
    else if (value === undefined) faults.push({ name, message: `cannot read ${file}` });
    else if (value === "") faults.push({ name, message: `${file} is empty` });
    else values[name] = value;
  }
  return { values, faults };
}

/** The content of a file without white space around it; undefined when it cannot be read. */
function readSecret(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8").trim();
  } catch {
    return undefined;
  }
}

/** The variables of a schema of the environment, each with its own schema. */
export function shapeOf(schema: unknown): Record<string, z.ZodType> {
  if (schema instanceof z.ZodPipe) return shapeOf(schema.in);
  return schema instanceof z.ZodObject ? schema.shape : {};
}

/** A TCP port; 0 lets the system choose. */
export const portSetting = (fallback: number) =>
  z.coerce.number().int().min(0).max(65_535).default(fallback);

/** "true" or "false" (also 1 and 0) as a boolean. */
export const flagSetting = (fallback: boolean) => z.stringbool().default(fallback);

/** A secret of the installation. */
export const secretSetting = z.string().min(16, "must be a secret of at least 16 characters");

const pemSetting = (read: (pem: Buffer) => KeyObject, algorithm: "ES256" | "Ed25519" = "ES256") =>
  z.string().transform((text, context): KeyObject => {
    try {
      const key = read(Buffer.from(text, "base64"));
      if (algorithm === "Ed25519" && key.asymmetricKeyType === "ed25519") return key;
      if (algorithm === "ES256" && key.asymmetricKeyDetails?.namedCurve === "prime256v1")
        return key;
    } catch {
      // Reported below without the value.
    }
    context.addIssue({ code: "custom", message: `must be a PEM key for ${algorithm} in base64` });
    return z.NEVER;
  });

/** Node derives the public key from a private one, but no service may have the gateway's private key. */
function readPublicKey(pem: Buffer) {
  if (pem.includes("PRIVATE KEY")) throw new Error("a private key");
  return createPublicKey(pem);
}

/** The parts of a list: one value, or two while a secret is replaced. */
const partsOf = z.string().transform((text) => text.split(",").map((part) => part.trim()));

const publicKeysSetting = partsOf.pipe(z.array(pemSetting(readPublicKey)).max(2));

/** Private half of the gateway's assertion key pair. */
export const privateKeySetting = pemSetting(createPrivateKey);

/** An Ed25519 private key, such as the one that signs tree heads. */
export const signingKeySetting = pemSetting(createPrivateKey, "Ed25519");

/** A JSON string; pipe it into the schema of its content. */
export const jsonSetting = (message: string) =>
  z.string().transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue({ code: "custom", message });
      return z.NEVER;
    }
  });

const grpcTokensSetting = jsonSetting("must be a JSON object of caller and secret").pipe(
  z.record(z.string(), partsOf.pipe(z.array(secretSetting).max(2))),
);

const collector = z.url({
  protocol: /^https?$/,
  message: "must be an http:// or https:// address",
});

/** OpenTelemetry's variables that the kit reads. The exporter reads headers, timeout, compression and certificates. */
export const tracingSettings = {
  /** Base address of an OTLP/HTTP collector, e.g. http://127.0.0.1:4318. Without one there are no traces. */
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.optional(),
  /** The collector's whole address for traces; overrides the base address. */
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: collector.optional(),
  OTEL_SDK_DISABLED: z.stringbool().default(false),
  /** Replaces the process's own name. */
  OTEL_SERVICE_NAME: z.string().optional(),
  /** Share of new traces that are kept, 0 to 1. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
};

export type TracingConfig = z.output<z.ZodObject<typeof tracingSettings>>;

/** Adds an issue for a variable that is too weak for production. The message must not contain the value. */
export type Refuse = (name: string, message: string) => void;

/**
 * A check of a schema that runs in production only: `check` gets the settings and a function that refuses a variable.
 * Use it with `superRefine`.
 */
export function inProduction<Settings extends { NODE_ENV: string }>(
  check: (settings: Settings, refuse: Refuse) => void,
) {
  return (settings: Settings, context: z.RefinementCtx<Settings>): void => {
    if (settings.NODE_ENV !== "production") return;
    check(settings, (name, message) => context.addIssue({ code: "custom", path: [name], message }));
  };
}

const minSecretLength = 32;
/** A random secret of 32 characters, even a hexadecimal one, has more different characters. */
const minSecretCharacters = 8;

/** The message for a weak secret. */
export const weakSecret = `must be random, with at least ${minSecretLength} characters, in production`;

/** Whether a secret is too short or too repetitive for production. */
export function isWeakSecret(secret: string): boolean {
  return secret.length < minSecretLength || new Set(secret).size < minSecretCharacters;
}

/** Refuses gRPC tokens that are short, repetitive, or shared by two callers. */
export function refuseWeakTokens(
  { GRPC_TOKEN, GRPC_TOKENS }: { GRPC_TOKEN: string; GRPC_TOKENS: Record<string, string[]> },
  refuse: Refuse,
): void {
  const accepted = Object.values(GRPC_TOKENS).flat();
  if (isWeakSecret(GRPC_TOKEN)) refuse("GRPC_TOKEN", weakSecret);
  if (accepted.some(isWeakSecret)) refuse("GRPC_TOKENS", weakSecret);
  if (new Set(accepted).size < accepted.length)
    refuse("GRPC_TOKENS", "must be a different secret for each caller");
}

/** Refuses a mail server that may get mails unencrypted, and the sample sender. */
export function refuseWeakMail({ SMTP_URL, MAIL_FROM }: MailConfig, refuse: Refuse): void {
  if (SMTP_URL === undefined) refuse("SMTP_URL", "is required in production");
  else if (!isEncrypted(new URL(SMTP_URL)))
    refuse("SMTP_URL", "must be smtps://, or smtp:// with ?requireTLS=true, in production");
  if (/@[^>]*\.test\b/.test(MAIL_FROM)) refuse("MAIL_FROM", "is a sample address");
}

function isEncrypted({ protocol, searchParams }: URL): boolean {
  return (
    (protocol === "smtps:" || searchParams.get("requireTLS") === "true") &&
    searchParams.get("ignoreTLS") !== "true"
  );
}

/** Refuses engines that admit everybody, unless ALLOW_OPEN_ENGINES says that nobody else reaches them. */
export function refuseOpenEngines(settings: EngineAccess, refuse: Refuse): void {
  if (settings.ALLOW_OPEN_ENGINES) return;
  const message = "needs credentials in production, or set ALLOW_OPEN_ENGINES=true";
  const { MONGO_URL, REDIS_URL, KAFKA_BROKERS, KAFKA_TLS, KAFKA_TLS_CERT } = settings;
  if (MONGO_URL && !hasPassword(MONGO_URL) && !mongoCertificate.test(MONGO_URL))
    refuse("MONGO_URL", message);
  if (REDIS_URL && !hasPassword(REDIS_URL)) refuse("REDIS_URL", message);
  if (!KAFKA_BROKERS || (KAFKA_TLS && KAFKA_TLS_CERT)) return;
  // With one of the two a client does not log in.
  for (const name of ["KAFKA_SASL_USERNAME", "KAFKA_SASL_PASSWORD"] as const)
    if (!settings[name]) refuse(name, message);
}

type EngineAccess = {
  ALLOW_OPEN_ENGINES: boolean;
  MONGO_URL?: string;
  REDIS_URL?: string;
} & Partial<z.output<z.ZodObject<typeof kafkaSettings>>>;

/** Mechanisms by which a client proves who it is without a password in the address. */
const mongoCertificate = /[?&]authMechanism=MONGODB-(X509|AWS|OIDC)\b/;

const hasPassword = (url: string): boolean => /^[\w+]+:\/\/[^/@:]*:[^/@]+@/.test(url);

/** Refuses an origin without https, because cookies and links need it. */
export function refusePlainOrigin({ PUBLIC_ORIGIN }: { PUBLIC_ORIGIN: string }, refuse: Refuse) {
  if (!PUBLIC_ORIGIN.startsWith("https://")) refuse("PUBLIC_ORIGIN", "must be https in production");
}

/** Settings that every process has. */
export const processSettings = {
  /** Production is the default, so that a forgotten variable never opens what is for development. */
  NODE_ENV: z.enum(["development", "test", "production"]).default("production"),
  LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "silent"]).default("info"),
  HOST: z.string().default("127.0.0.1"),
  ...tracingSettings,
};

/** Settings of every process that uses engines, on top of `processSettings`. */
export const engineSettings = {
  /** Lets production use engines without credentials, on a network that only the services reach. */
  ALLOW_OPEN_ENGINES: flagSetting(false),
};

/** Settings that every service behind the gateway has, on top of `processSettings`. */
export const serviceSettings = {
  ...processSettings,
  ...engineSettings,
  MONGO_URL: z
    .string()
    .regex(
      /^mongodb(\+srv)?:\/\/[^/]+\/[^/?]+/,
      "must be a mongodb:// address that names a database",
    ),
  ...kafkaSettings,
  ...internalTlsSettings,
  /** The public half of the gateway's key; two, separated by a comma, while it is replaced. */
  ASSERTION_PUBLIC_KEY: publicKeysSetting,
  /** Prefix of topics, consumer groups and Redis counters, for installations that share engines. */
  NAMESPACE: z.string().default(""),
  /** One installation's folder of Unix sockets, by which a gateway on the same machine calls the services. */
  SOCKET_DIR: z.string().optional(),
};

/** Settings of a service that serves gRPC, on top of `serviceSettings`. */
export const grpcServerSettings = {
  /** JSON object from each caller's name to its secret, e.g. {"billing":"…"}; two with a comma while it is replaced. */
  GRPC_TOKENS: grpcTokensSetting,
};

/** Address of another service's gRPC server. Of a name with several IP addresses, and of a list, all get calls. */
export const grpcAddressSetting = z
  .string()
  .transform((text) => text.replaceAll(/\s/g, ""))
  .refine(
    (text) => /^[^,]+:\d+$/.test(text) || /^(\d+(\.\d+){3}:\d+,)+\d+(\.\d+){3}:\d+$/.test(text),
    "must be host:port, or several IPv4 addresses with ports, separated by commas",
  );

/** Settings of a service that calls others by gRPC, on top of `serviceSettings`. */
export const grpcClientSettings = {
  /** The secret that proves the caller's identity; of two, the first is used. */
  GRPC_TOKEN: partsOf.transform(([first]) => first).pipe(secretSetting),
};

/** Settings of a service that sends mails, on top of `serviceSettings`. */
export const mailSettings = {
  /** The mail server, e.g. smtps://user:secret@host; without it the local mailbox. */
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: "must be an smtp:// or smtps:// address" })
    .optional(),
  MAIL_FROM: z.string().min(3).default("Orbline <hello@orbline.test>"),
};
export type MailConfig = z.output<z.ZodObject<typeof mailSettings>>;

/** An origin: scheme, host and port, without a path. */
export const originSetting = z
  .url({ protocol: /^https?$/ })
  .refine((text) => new URL(text).pathname === "/", "must be an origin without a path")
  .transform((text) => new URL(text).origin);

export type ServiceConfig = z.output<
  z.ZodObject<typeof serviceSettings & typeof grpcServerSettings & typeof grpcClientSettings>
> & { PORT: number; GRPC_PORT: number };
