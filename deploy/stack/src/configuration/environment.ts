import { join } from "node:path";
import { repoRoot } from "@orbline/engines/paths";
import { type DataService, databaseOf, dataServices as services } from "@orbline/kit/mongo/access";
import type { RedisUser } from "@orbline/kit/redis/access";
import { maxSocketPathLength, socketPathOf } from "@orbline/kit/http/server";
import { providerPrices } from "@orbline/proto/constants/plans";
import type { Secrets } from "./secrets.ts";
import type { Settings } from "./settings.ts";
import { type PortName, type ProgramName, variables } from "./variables.ts";

type Context = { settings: Settings; secrets: Secrets };

/** A variable that the stack itself sets. */
type WiredVariable = {
  name: string;
  programs: readonly ProgramName[];
  help: string;
  /** Undefined leaves the variable out. */
  value: (context: Context, program: ProgramName) => string | undefined;
};

/** The services that each service calls by gRPC. */
const grpcCalls: Record<DataService, DataService[]> = {
  identity: ["billing", "prediction", "admin"],
  billing: ["identity"],
  prediction: ["billing", "identity", "admin"],
  admin: ["billing"],
};

const callersOf = (service: DataService) =>
  services.filter((caller) => grpcCalls[caller].includes(service));

/** Every variable that the stack sets, besides those that a user sets in `variables.ts`. */
export const wiredVariables: WiredVariable[] = [
  ...forAll([...services, "gateway", "mailbox", "stripe-sandbox"], {
    NODE_ENV: ["`development` or `test`", ({ settings }) => settings.nodeEnv],
    LOG_LEVEL: ["log level", ({ settings }) => settings.logLevel],
    HOST: [
      "address to listen on: 127.0.0.1, for the gateway as configured",
      ({ settings }, program) => (program === "gateway" ? settings.host : "127.0.0.1"),
    ],
    PORT: ["HTTP port", ({ settings }, program) => String(settings.ports[portOf(program)])],
  }),
  ...forAll(services, {
    MONGO_URL: [
      "address with the service's own database",
      ({ settings }, program) => mongoUrl(settings, databaseOf(program as DataService)),
    ],
    KAFKA_BROKERS: [
      "`host:port`, separated by commas",
      ({ settings }) => settings.external.kafkaBrokers ?? local(settings, "KAFKA_PORT"),
    ],
    KAFKA_SASL_USERNAME: [
      "the service's own Kafka user; your own broker's, if you set one",
      ({ settings }, program) =>
        settings.external.kafkaBrokers ? settings.external.kafkaUsername : program,
    ],
    KAFKA_SASL_PASSWORD: [
      "its password",
      ({ settings, secrets }, program) =>
        settings.external.kafkaBrokers
          ? settings.external.kafkaPassword
          : secrets[`KAFKA_PASSWORD_${upper(program as DataService)}`],
    ],
    ASSERTION_PUBLIC_KEY: [
      "verifies the gateway's caller assertion: ES256, PEM, base64 on one line",
      ({ secrets }) => secrets.ASSERTION_PUBLIC_KEY,
    ],
    GRPC_PORT: [
      "gRPC port",
      ({ settings }, program) =>
        String(settings.ports[`${upper(program as DataService)}_GRPC_PORT`]),
    ],
    GRPC_TOKENS: [
      "JSON object from each caller to its secret",
      ({ secrets }, program) => grpcTokens(program as DataService, secrets),
    ],
    GRPC_TOKEN: [
      "own secret when calling other services",
      ({ secrets }, program) => secrets[`GRPC_TOKEN_${upper(program as DataService)}`],
    ],
  }),
  ...services.flatMap((service) =>
    forAll(callersOf(service), {
      [`${upper(service)}_GRPC`]: [
        `\`host:port\` of ${service}'s gRPC server`,
        ({ settings }) => local(settings, `${upper(service)}_GRPC_PORT`),
      ],
    }),
  ),
  ...forAll([...services, "gateway"], {
    SOCKET_DIR: [
      "folder of the Unix sockets on which services also listen for the gateway; absent where its path is too long",
      ({ settings }) => socketDir(settings),
    ],
  }),
  ...forAll(["gateway", "identity", "billing", "prediction"], {
    PUBLIC_ORIGIN: ["origin that browsers use", ({ settings }) => settings.publicOrigin],
  }),
  ...forAll(["gateway", "identity"], {
    REDIS_URL: [
      "`redis://user:password@host:port`, with the program's own user",
      ({ settings, secrets }, program) =>
        settings.external.redisUrl ??
        localRedisUrl(settings, secrets, program as "gateway" | "identity"),
    ],
  }),
  ...forAll(["identity", "billing", "prediction"], {
    SMTP_URL: [
      "mail server: the local mailbox",
      ({ settings }) => `smtp://${local(settings, "MAILBOX_SMTP_PORT")}`,
    ],
  }),
  // In one malloc arena the 19 MiB of each password hash are reused: 40 MB less at rest and no slower. Only glibc
  // reads these.
  ...forAll(["identity"], {
    MALLOC_ARENA_MAX: ["one arena for all password hashes", () => "1"],
    MALLOC_MMAP_THRESHOLD_: ["keeps their memory in that arena", () => "33554432"],
    MALLOC_TRIM_THRESHOLD_: ["keeps what two hashes take", () => "41943040"],
  }),
  ...forAll(["billing", "stripe-sandbox"], {
    STRIPE_SECRET_KEY: ["Stripe's secret key", ({ secrets }) => secrets.STRIPE_SECRET_KEY],
    STRIPE_WEBHOOK_SECRET: [
      "Stripe's webhook secret",
      ({ secrets }) => secrets.STRIPE_WEBHOOK_SECRET,
    ],
  }),
  ...forAll(["billing"], {
    STRIPE_API_BASE: ["the payment sandbox", ({ settings }) => sandboxUrl(settings)],
  }),
  ...forAll(["gateway"], {
    INTERNAL_PORT: [
      "metrics and readiness",
      ({ settings }) => String(settings.ports.GATEWAY_INTERNAL_PORT),
    ],
    ASSERTION_PRIVATE_KEY: [
      "signs caller assertions",
      ({ secrets }) => secrets.ASSERTION_PRIVATE_KEY,
    ],
    WEB_ROOT: ["the built web app", () => join(repoRoot, "web/dist")],
  }),
  ...services.flatMap((service) =>
    forAll(["gateway"], {
      [`${upper(service)}_URL`]: [
        `${service}'s HTTP address, used without \`SOCKET_DIR\``,
        ({ settings }) => `http://${local(settings, `${upper(service)}_PORT`)}`,
      ],
    }),
  ),
  ...forAll(["identity"], {
    SECURITY_LOG_KEY: [
      "keys the hash of addresses in security events",
      ({ secrets }) => secrets.SECURITY_LOG_KEY,
    ],
  }),
  ...forAll(["identity"], {
    FACTOR_KEY: ["encrypts the secrets of authenticator apps", ({ secrets }) => secrets.FACTOR_KEY],
  }),
  ...forAll(["billing"], {
    SELF_EXCLUSION_KEY: [
      "keys the hashes of the addresses of deleted users who excluded themselves",
      ({ secrets }) => secrets.SELF_EXCLUSION_KEY,
    ],
  }),
  ...forAll(["admin"], {
    AUDIT_KEY: ["keys the hashes of the audit log", ({ secrets }) => secrets.AUDIT_KEY],
  }),
  ...forAll(["prediction"], {
    RECORD_SIGNING_KEY: [
      "signs the tree heads of the record log and keys the ids of predictions: Ed25519, PEM, base64 on one line",
      ({ secrets }) => secrets.RECORD_SIGNING_KEY,
    ],
    VAPID_PUBLIC_KEY: [
      "what browsers subscribe to push messages with: P-256, base64url",
      ({ secrets }) => secrets.VAPID_PUBLIC_KEY,
    ],
    VAPID_PRIVATE_KEY: ["signs push messages", ({ secrets }) => secrets.VAPID_PRIVATE_KEY],
  }),
  ...forAll(["mailbox", "stripe-sandbox"], {
    DATA_FILE: [
      "where it stores its data",
      ({ settings: { dataDir } }, program) =>
        join(dataDir, program === "mailbox" ? "mailbox/mails.db" : "stripe-sandbox/sandbox.db"),
    ],
  }),
  ...forAll(["mailbox"], {
    SMTP_PORT: ["SMTP port", ({ settings }) => String(settings.ports.MAILBOX_SMTP_PORT)],
  }),
  ...forAll(["stripe-sandbox"], {
    CATALOG: ["the prices that it sells, as JSON", () => JSON.stringify(providerPrices)],
    PUBLIC_URL: ["its own address", ({ settings }) => sandboxUrl(settings)],
    WEBHOOK_URL: [
      "where it sends webhooks",
      ({ settings }) => `http://${local(settings, "GATEWAY_PORT")}/api/webhooks/stripe`,
    ],
  }),
];

/** The secrets of a service's callers, as JSON. */
export function grpcTokens(service: DataService, secrets: Secrets): string {
  const tokens = callersOf(service).map((caller) => [
    caller,
    secrets[`GRPC_TOKEN_${upper(caller)}`],
  ]);
  return JSON.stringify(Object.fromEntries(tokens));
}

/** The environment of one program. */
export function programEnv(program: ProgramName, context: Context): Record<string, string> {
  const wired = wiredVariables.map(({ name, programs, value }) =>
    programs.includes(program) ? [name, value(context, program)] : [],
  );
  const chosen = variables.map(({ name, programs }) =>
    programs.includes(program) ? [name, context.settings.forwarded[name]] : [],
  );
  return Object.fromEntries([...wired, ...chosen].filter(([, value]) => value !== undefined));
}

function forAll(
  programs: readonly ProgramName[],
  rows: Record<string, [help: string, value: WiredVariable["value"]]>,
): WiredVariable[] {
  return Object.entries(rows).map(([name, [help, value]]) => ({ name, programs, help, value }));
}

function upper<Name extends string>(name: Name): Uppercase<Name> {
  return name.toUpperCase() as Uppercase<Name>;
}

function portOf(program: ProgramName): PortName {
  return `${program.toUpperCase().replace("-", "_")}_PORT` as PortName;
}

function local(settings: Settings, name: PortName): string {
  return `127.0.0.1:${settings.ports[name]}`;
}

function sandboxUrl(settings: Settings): string {
  return `http://${local(settings, "STRIPE_SANDBOX_PORT")}`;
}

/** The address of the local Redis for one of its users. */
export function localRedisUrl(settings: Settings, secrets: Secrets, user: RedisUser): string {
  const password = secrets[`REDIS_PASSWORD_${upper(user)}`];
  return `redis://${user}:${password}@${local(settings, "REDIS_PORT")}`;
}

function mongoUrl(settings: Settings, database: string): string {
  const url = new URL(settings.external.mongoUrl ?? `mongodb://${local(settings, "MONGO_PORT")}`);
  url.pathname = `/${database}`;
  const options = { w: "majority", journal: "true" };
  for (const [name, value] of Object.entries(options)) url.searchParams.set(name, value);
  return url.href;
}

function socketDir({ dataDir }: Settings): string | undefined {
  const folder = join(dataDir, "run");
  const bytes = services.map((name) => Buffer.byteLength(socketPathOf(folder, name)));
  return Math.max(...bytes) <= maxSocketPathLength ? folder : undefined;
}
