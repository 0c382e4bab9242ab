/** Programs of the product that are not engines. */
export type ProgramName =
  | "mailbox"
  | "stripe-sandbox"
  | "identity"
  | "billing"
  | "prediction"
  | "admin"
  | "gateway";

/** An environment variable that users may set, in the environment or in `.env`. */
export type Variable = {
  name: string;
  /** Programs that get it unchanged when it is set; empty if only the commands of deploy read it. */
  programs: ProgramName[];
  /** As text; the program's own `config.ts` has the same default. */
  default?: string;
  /** Shown in `.env.example` when there is no default. */
  example?: string;
  help: string;
};

type Section = { title: string; variables: Variable[] };

/** Every port of a running product; the variable of the same name moves it. */
export const defaultPorts = {
  GATEWAY_PORT: 8080,
  GATEWAY_INTERNAL_PORT: 8109,
  WEB_DEV_PORT: 8090,
  IDENTITY_PORT: 8101,
  BILLING_PORT: 8102,
  PREDICTION_PORT: 8103,
  ADMIN_PORT: 8104,
  STRIPE_SANDBOX_PORT: 8110,
  MAILBOX_PORT: 8120,
  MAILBOX_SMTP_PORT: 8125,
  IDENTITY_GRPC_PORT: 9101,
  BILLING_GRPC_PORT: 9102,
  PREDICTION_GRPC_PORT: 9103,
  ADMIN_GRPC_PORT: 9104,
  REDIS_PORT: 16379,
  KAFKA_PORT: 19092,
  KAFKA_CONTROLLER_PORT: 19093,
  MONGO_PORT: 27117,
};

/** The variable that moves a port. */
export type PortName = keyof typeof defaultPorts;

const portHelp: Partial<Record<PortName, string>> = {
  GATEWAY_PORT: "Port of the gateway, the only public one.",
  GATEWAY_INTERNAL_PORT: "Metrics and readiness of the gateway.",
  WEB_DEV_PORT: "Vite's server in `make dev`.",
};

function port(name: PortName): Variable {
  const process = name
    .replace(/_PORT$/, "")
    .toLowerCase()
    .replaceAll("_", " ");
  const help = portHelp[name] ?? `Port of ${process}.`;
  return { name, programs: [], default: String(defaultPorts[name]), help };
}

const services: ProgramName[] = ["identity", "billing", "prediction", "admin"];
const traced: ProgramName[] = ["gateway", ...services];

const forCommands = (name: string, help: string, rest: Partial<Variable> = {}): Variable => ({
  name,
  programs: [],
  help,
  ...rest,
});

const forProgram =
  (...programs: ProgramName[]) =>
  (name: string, fallback: string | undefined, help: string, example?: string): Variable => ({
    name,
    programs,
    ...(fallback !== undefined && { default: fallback }),
    ...(example !== undefined && { example }),
    help,
  });

const gateway = forProgram("gateway");
const identity = forProgram("identity");
const billing = forProgram("billing");
const prediction = forProgram("prediction");
const tracing = forProgram(...traced);

/** Every variable that a user may set. `.env.example`, the README's table and Compose are checked against it. */
export const sections: Section[] = [
  {
    title: "The running product",
    variables: [
      forCommands("DATA_DIR", "Data and logs, relative to the repository.", { default: ".data" }),
      forCommands("HOST", "Address of the gateway; all others listen on 127.0.0.1.", {
        default: "127.0.0.1",
      }),
      port("GATEWAY_PORT"),
      forCommands("PUBLIC_ORIGIN", "Origin that browsers use. With https, cookies are Secure.", {
        example: "http://127.0.0.1:8080",
      }),
      forCommands("NODE_ENV", "`development` or `test`.", { default: "development" }),
      forCommands("LOG_LEVEL", "From `trace` to `silent`.", { default: "info" }),
    ],
  },
  {
    title: "Your own engines instead of those that `make up` starts",
    variables: [
      forCommands("MONGO_URL", "MongoDB without a database name.", {
        example: "mongodb://127.0.0.1:27017",
      }),
      forCommands("KAFKA_BROKERS", "Kafka brokers, separated by commas.", {
        example: "127.0.0.1:9092",
      }),
      forCommands("REDIS_URL", "Redis.", { example: "redis://127.0.0.1:6379" }),
      forCommands("MONGO_BACKEND", "`mongod` or `devmongo`; a mongod on PATH is preferred.", {
        example: "devmongo",
      }),
      forCommands("DEVMONGO_HEAP_MB", "Heap of devmongo; a sixteenth of it caches pages.", {
        default: "256",
      }),
    ],
  },
  {
    title: "Other ports",
    variables: (Object.keys(defaultPorts) as PortName[])
      .filter((name) => name !== "GATEWAY_PORT")
      .map(port),
  },
  {
    title: "Requests per minute and client address",
    variables: [
      gateway("RATE_GENERAL_PER_MINUTE", "1200", "API requests."),
      gateway("RATE_LOGIN_PER_MINUTE", "30", "Login attempts."),
      gateway("RATE_REGISTER_PER_MINUTE", "20", "Registrations."),
      gateway("RATE_CHECKOUT_PER_MINUTE", "30", "Checkouts."),
      gateway("RATE_WEBHOOK_PER_MINUTE", "6000", "Stripe webhooks."),
      gateway("RATE_FILES_PER_MINUTE", "6000", "Pages and files of the web app."),
    ],
  },
  {
    title: "Proxies and upstreams of the gateway",
    variables: [
      gateway(
        "TRUSTED_PROXY_HOPS",
        "0",
        "Your own proxies in front of the gateway. With 0, all clients behind a proxy share its address and limits.",
      ),
      gateway("TRUST_TRACEPARENT", "false", "True only if such a proxy sets `traceparent` itself."),
      gateway("UPSTREAM_CONCURRENCY", "64", "Maximum concurrent requests per service."),
      gateway("UPSTREAM_TIMEOUT_MS", "30000", "Maximum duration of a request to a service."),
    ],
  },
  {
    title: "Accounts",
    variables: [
      identity(
        "RESERVED_USERNAMES",
        "admin,administrator,root,system,support,help,security,billing,staff,moderator,orbline",
        "Usernames that nobody can register.",
      ),
      identity("DELETION_SETTLE_SECONDS", "15", "Wait for requests in flight before a deletion."),
      identity("ACCOUNT_SWEEP_SECONDS", "5", "Interval at which deletions and emails are resumed."),
    ],
  },
  {
    title: "Emails; in development they go to the local mailbox",
    variables: [
      forProgram("identity", "billing")(
        "MAIL_FROM",
        "Orbline <hello@orbline.test>",
        "Sender of all emails.",
      ),
      billing("BRAND", "Orbline", "Product name in emails about payments."),
    ],
  },
  {
    title: "Payments",
    variables: [
      billing("POLL_SECONDS", "300", "Interval at which missed Stripe events are fetched."),
      billing("SWEEP_SECONDS", "30", "Interval at which due work is resumed."),
      billing(
        "CHECKOUT_PATIENCE_SECONDS",
        "120",
        "Age at which a checkout whose creation got no response is closed at Stripe.",
      ),
      billing("TRIAL_ONCE_PER_CARD", "true", "False for Stripe's test mode: its cards are shared."),
      billing("RENEWAL_SLACK_HOURS", "24", "Access after the end of a period, until a renewal."),
      billing("GRACE_DAYS", "3", "Access while a failed charge is retried."),
    ],
  },
  {
    title: "Traces; OpenTelemetry's own variables",
    variables: [
      tracing(
        "OTEL_EXPORTER_OTLP_ENDPOINT",
        undefined,
        "OTLP/HTTP collector (JSON); without one no traces are sent.",
        "http://127.0.0.1:4318",
      ),
      tracing("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", undefined, "Full address, if it differs."),
      tracing("OTEL_EXPORTER_OTLP_HEADERS", undefined, "Headers of each export."),
      tracing("OTEL_RESOURCE_ATTRIBUTES", undefined, "Attributes of every span."),
      tracing("OTEL_SDK_DISABLED", "false", "True sends nothing."),
      tracing("OTEL_TRACES_SAMPLER_ARG", "1", "Share of traces that are kept, 0 to 1."),
    ],
  },
  {
    title: "Games and prices",
    variables: [
      prediction("SLATE_SEED", "orbline", "Seed of the simulated season."),
      prediction("SETTLE_SECONDS", "30", "Interval at which ended games are settled."),
      prediction(
        "ODDS_API_KEY",
        undefined,
        "Key of The Odds API: live games and prices instead of the simulated season. The free plan's 500 credits a month give prices about every day and a half.",
      ),
      prediction("ODDS_API_URL", "https://api.the-odds-api.com", "The Odds API."),
      prediction(
        "ODDS_LEAGUES",
        "epl,la-liga,serie-a,bundesliga,ligue-1,mls",
        "Soccer leagues; each costs credits of its own.",
      ),
      prediction("ODDS_POLL_SECONDS", "30", "Interval at which the poller looks for due requests."),
    ],
  },
];

/** The same without their sections. */
export const variables: Variable[] = sections.flatMap(({ variables: own }) => own);

/** Those of `env` that are handed to programs unchanged. */
export function forwarded(env: NodeJS.Dict<string>): Record<string, string> {
  const names = variables.filter(({ programs }) => programs.length > 0).map(({ name }) => name);
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = env[name];
      return value ? [[name, value]] : [];
    }),
  );
}
