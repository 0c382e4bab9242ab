import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureSecrets, type Secrets } from "@orbline/stack/configuration/secrets";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { programNames as names, type ProgramName } from "@orbline/stack/configuration/variables";
import { configs, readByLibraries } from "@orbline/stack/testing/configs";
import { composeEnv } from "./compose-env.ts";
import { composeSecrets, secretsFolder, writeSecrets } from "./compose-secrets.ts";
import {
  composeNetworks,
  composeSecretFiles,
  composeServices,
} from "@orbline/engines/compose-file";
import { parseSettings } from "./config.ts";
import { repoRoot } from "@orbline/engines/paths";
import { redisCommand } from "@orbline/engines/redis";

const engines = ["kafka", "mongo", "redis"];
/** Grants the services access to the engines. */
const jobs = ["access"];
const demoOnly = ["mailbox", "stripe-sandbox"];
const inProduction = names.filter((name) => !demoOnly.includes(name));

const raw = composeServices();

let folder: string;
let secrets: Secrets;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "orbline-compose-"));
  secrets = ensureSecrets(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Variables and secret files of a profile, and the services of the Compose file with them. */
function composed(given: NodeJS.ProcessEnv, from = secrets) {
  const settings = parseSettings({ DATA_DIR: folder, ...given });
  const files = composeSecrets(settings, from);
  writeSecrets(settings, files);
  const env = composeEnv(settings, from, files);
  return { settings, files, env, services: composeServices(env) };
}

/** The environment of a program whose container has the secrets that the Compose file mounts. */
function environmentOf(name: ProgramName, given: NodeJS.ProcessEnv, from = secrets) {
  const { settings, services } = composed(given, from);
  const { environment = {}, secrets: mounts = [] } = services[name] ?? {};
  const hostFile = ([variable, value]: [string, string]) => {
    const mount = mounts.find(({ target }) => target === value);
    return [variable, mount ? join(secretsFolder(settings), mount.source) : value];
  };
  return Object.fromEntries(Object.entries(environment).map(hostFile)) as Record<string, string>;
}

const live = {
  PROFILE: "prod",
  PUBLIC_ORIGIN: "https://orbline.example",
  STRIPE_SECRET_KEY: ["sk", "live", "0123456789abcdef"].join("_"),
  STRIPE_WEBHOOK_SECRET: "whsec_0123456789abcdef01234567",
  SMTP_URL: "smtps://mail.example",
  MAIL_FROM: "Orbline <hello@orbline.example>",
  ODDS_API_KEY: "0123456789abcdef",
  TRUSTED_PROXY_HOPS: "1",
};

describe("the compose file", () => {
  it("contains exactly the programs of the product and its engines", () => {
    expect(Object.keys(raw).toSorted()).toEqual([...names, ...engines, ...jobs].toSorted());
  });

  it("keeps sandbox and mailbox out of production", () => {
    for (const [name, { profiles }] of Object.entries(raw))
      expect([name, profiles]).toEqual([
        name,
        demoOnly.includes(name) ? ["demo"] : ["demo", "prod"],
      ]);
  });

  it("publishes only the gateway, and in the demo the sandbox and the mailbox on the loopback address", () => {
    const ports = Object.entries(composed(live).services).flatMap(([name, service]) =>
      service.ports.map((port) => [name, port]),
    );
    expect(Object.fromEntries(ports)).toEqual({
      gateway: "127.0.0.1:8080:8080",
      "stripe-sandbox": "127.0.0.1:8110:8110",
      mailbox: "127.0.0.1:8120:8120",
    });
  });

  it("connects only programs that need it to the outer network", () => {
    const out = Object.entries(raw).filter(([, { networks }]) => networks.includes("edge"));
    expect(out.map(([name]) => name).toSorted()).toEqual(
      ["billing", "gateway", "identity", "prediction", ...demoOnly].toSorted(),
    );
  });

  it("lets only the services reach MongoDB and Kafka, and only gateway and identity Redis", () => {
    const on = (network: string) =>
      Object.entries(raw)
        .filter(([, { networks }]) => networks.includes(network))
        .map(([name]) => name)
        .toSorted();
    expect(on("data")).toEqual([
      "access",
      "admin",
      "billing",
      "identity",
      "kafka",
      "mongo",
      "prediction",
    ]);
    expect(on("sessions")).toEqual(["gateway", "identity", "redis"]);
    expect(on("backend")).toEqual(names.toSorted());
    for (const engine of engines) expect(raw[engine]?.networks).toHaveLength(1);
  });

  it("lets no network but the outer one reach the internet", () => {
    const open = Object.entries(composeNetworks()).filter(([, { internal }]) => !internal);
    expect(open.map(([name]) => name)).toEqual(["edge"]);
  });

  it("drops every privilege of every container", () => {
    for (const [name, service] of Object.entries(raw)) {
      const { cap_drop: dropped, security_opt: options } = service;
      expect([name, dropped, options]).toEqual([name, ["ALL"], ["no-new-privileges:true"]]);
      expect([name, service.read_only]).toEqual([name, true]);
    }
  });

  it("limits memory and processes of every container", () => {
    for (const [name, service] of Object.entries(raw)) {
      expect([name, service.mem_limit]).toEqual([name, expect.stringMatching(/^\d+[mg]$/)]);
      expect([name, service.pids_limit]).toEqual([name, expect.any(Number)]);
    }
  });

  it("limits the keys that Redis tracks for its clients, as the local engine does", () => {
    const local = redisCommand(join(folder, "redis"), 6379).args;
    for (const args of [raw["redis"]?.command ?? [], local])
      expect(args[args.indexOf("--tracking-table-max-keys") + 1]).toBe("100000");
  });

  it("gives each image that it builds the tag in IMAGE_TAG", () => {
    const tagsOf = (env: Record<string, string>) => {
      const services = Object.values(composed({ ...live, ...env }).services);
      const built = services.filter(({ build }) => build).map(({ image }) => image.split(":")[1]);
      expect(built).toHaveLength(names.length);
      return [...new Set(built)];
    };
    expect(tagsOf({})).toEqual(["latest"]);
    expect(tagsOf({ IMAGE_TAG: "1.4.0" })).toEqual(["1.4.0"]);
  });

  it("runs programs as a user with a number, which Kubernetes can check", () => {
    const dockerfile = readFileSync(join(repoRoot, "Dockerfile"), "utf8");
    expect(dockerfile.match(/^USER .+$/gm)).toEqual(["USER 1000:1000"]);
  });

  it("has no secret in the environment of any container, nor in the variables for Compose", () => {
    const given = { ODDS_API_KEY: "odds_0123456789", API_SPORTS_KEY: "sports_0123456789" };
    for (const profile of [live, {}]) {
      const { env, files, services } = composed({ ...profile, ...given });
      // The address of the demo's mailbox has no password.
      const values = Object.entries(files).filter(([, value]) => value !== "smtp://mailbox:8125");
      const secret = [...values, ...Object.entries(secrets)].filter(
        ([name, value]) => value && name !== "ASSERTION_PUBLIC_KEY",
      );
      const open = JSON.stringify([env, services]);
      expect(secret.filter(([, value]) => open.includes(value))).toEqual([]);
      expect(open).toContain("/run/secrets/odds_api_key");
    }
  });

  it("declares each secret file that make compose writes, and mounts each", () => {
    const declared = composeSecretFiles();
    const { files } = composed(live);
    expect(Object.keys(declared).toSorted()).toEqual(Object.keys(files).toSorted());
    for (const [name, file] of Object.entries(declared)) expect(file).toMatch(`}/${name}`);
    const mounted = Object.values(raw).flatMap((service) => service.secrets);
    expect([...new Set(mounted.map(({ source }) => source))].toSorted()).toEqual(
      Object.keys(files).toSorted(),
    );
  });

  it("names a mounted secret in each variable with _FILE, and has no unused one", () => {
    for (const [name, service] of Object.entries(
      composed({ ...live, API_SPORTS_KEY: "a".repeat(16) }).services,
    )) {
      const named = Object.entries(service.environment)
        .filter(([variable]) => variable.endsWith("_FILE") && variable !== "DATA_FILE")
        .map(([, value]) => value);
      const mounted = service.secrets
        .map(({ target }) => target)
        .filter((target) => target.startsWith("/run/secrets/") && !target.endsWith(".acl"));
      expect([name, named.toSorted()]).toEqual([name, mounted.toSorted()]);
    }
  });

  it("starts services after they were given access to the engines", () => {
    for (const name of ["identity", "billing", "prediction", "admin"])
      expect(raw[name]?.depends_on["access"]).toEqual({
        condition: "service_completed_successfully",
      });
  });

  it("replaces containers whose secrets have changed, and engines only for their own", () => {
    const hashes = (from: Secrets) => {
      const { SECRETS_HASH, ENGINE_SECRETS_HASH } = composed({}, from).env;
      return [SECRETS_HASH, ENGINE_SECRETS_HASH];
    };
    const [programs, engine] = hashes(secrets);
    const token = hashes({ ...secrets, GRPC_TOKEN_ADMIN: "x".repeat(43) });
    expect(token).toEqual([expect.not.stringMatching(`${programs}`), engine]);
    const password = hashes({ ...secrets, REDIS_PASSWORD_GATEWAY: "x".repeat(43) });
    expect(password[1]).not.toBe(engine);
  });

  it("writes secrets into a folder that only its owner can open, and keeps those that exist", () => {
    const { settings } = composed({});
    const place = secretsFolder(settings);
    expect(statSync(place).mode & 0o777).toBe(0o700);
    const before = statSync(join(place, "grpc_token_admin"));
    composed({});
    expect(statSync(join(place, "grpc_token_admin"))).toMatchObject({
      ino: before.ino,
      mtimeMs: before.mtimeMs,
    });
    expect(ensureSecrets(folder)).toEqual(secrets);
  });
});

describe("the environment of a program", () => {
  const tracing = {
    OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318",
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "http://collector:4318/v1/traces",
    OTEL_TRACES_SAMPLER_ARG: "0.1",
  };

  it.each(names)("starts %s and contains only variables that it reads", (name) => {
    const optional = {
      ODDS_API_KEY: "odds_0123456789",
      API_SPORTS_KEY: "sports_0123456789",
      VAPID_SUBJECT: "mailto:hello@orbline.example",
    };
    const environment = environmentOf(name, { ...tracing, ...optional });
    const config = configs[name](environment);
    const unknown = Object.keys(environment)
      .map((variable) => variable.replace(/(?<!DATA)_FILE$/, ""))
      .filter((variable) => !(variable in config));
    expect(unknown.filter((variable) => !readByLibraries.test(variable))).toEqual([]);
  });

  it.each(inProduction)("starts %s in production with live keys", (name) => {
    const config = configs[name](environmentOf(name, live));
    expect(config.NODE_ENV).toBe("production");
  });

  it("passes the number of proxies in front of the gateway", () => {
    const hopsOf = (given: NodeJS.ProcessEnv) => configs.gateway(environmentOf("gateway", given));
    expect(hopsOf({}).TRUSTED_PROXY_HOPS).toBe(0);
    expect(hopsOf({ ...live, TRUSTED_PROXY_HOPS: "2" }).TRUSTED_PROXY_HOPS).toBe(2);
  });

  it("passes rate limits and tracing variables to the programs that use them", () => {
    const limits = { RATE_LOGIN_PER_MINUTE: "7", UPSTREAM_CONCURRENCY: "32" };
    const config = configs.gateway(environmentOf("gateway", { ...tracing, ...limits }));
    expect(config).toMatchObject({ RATE_LOGIN_PER_MINUTE: 7, UPSTREAM_CONCURRENCY: 32 });
    for (const name of inProduction)
      expect(configs[name](environmentOf(name, tracing))).toMatchObject({
        OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318",
        OTEL_TRACES_SAMPLER_ARG: 0.1,
      });
    expect(() =>
      configs.gateway(environmentOf("gateway", { RATE_LOGIN_PER_MINUTE: "none" })),
    ).toThrow("RATE_LOGIN_PER_MINUTE");
  });

  it.each(inProduction)("passes every variable of .env.example that %s reads", (name) => {
    const example = readFileSync(join(repoRoot, ".env.example"), "utf8");
    const offered = [...example.matchAll(/^#(\w+)=/gm)].map(([, variable = ""]) => variable);
    const environment = environmentOf(name, live);
    const known = offered.filter((variable) => variable in configs[name](environment));
    expect(known).not.toEqual([]);
    const passed = new Set(Object.keys(environment).map((one) => one.replace(/_FILE$/, "")));
    expect(known.filter((variable) => !passed.has(variable))).toEqual([]);
  });

  it("passes the variables of accounts, payments and games to their service", () => {
    const given = { ...live, ACCOUNT_SWEEP_SECONDS: "9", GRACE_DAYS: "5", ODDS_LEAGUES: "epl" };
    const { ACCOUNT_SWEEP_SECONDS: sweep } = configs.identity(environmentOf("identity", given));
    const { GRACE_DAYS: grace } = configs.billing(environmentOf("billing", given));
    const { ODDS_LEAGUES: leagues } = configs.prediction(environmentOf("prediction", given));
    expect([sweep, grace, leagues]).toEqual([9, 5, ["epl"]]);
  });

  it("lets the sandbox sign with the first of two webhook secrets and billing accept both", () => {
    const changing = { ...secrets, STRIPE_WEBHOOK_SECRET: "whsec_new, whsec_old" };
    const of = (name: ProgramName) => configs[name](environmentOf(name, {}, changing));
    expect(of("stripe-sandbox")).toMatchObject({ STRIPE_WEBHOOK_SECRET: "whsec_new" });
    expect(of("billing")).toMatchObject({ STRIPE_WEBHOOK_SECRET: ["whsec_new", "whsec_old"] });
  });

  it("serves the gateway's metrics to other containers on a port that is not published", () => {
    const { INTERNAL_HOST, INTERNAL_PORT } = configs.gateway(environmentOf("gateway", {}));
    expect(INTERNAL_HOST).toBe("0.0.0.0");
    const published = Object.values(raw).flatMap(({ ports }) => ports);
    expect(published.filter((port) => port.endsWith(`:${INTERNAL_PORT}`))).toEqual([]);
  });

  it.each([
    ["a test key", { STRIPE_SECRET_KEY: "sk_test_0123456789abcdef" }, "STRIPE_SECRET_KEY"],
    ["a sample webhook secret", { STRIPE_WEBHOOK_SECRET: "whsec_test_1" }, "STRIPE_WEBHOOK_SECRET"],
    ["plain http", { PUBLIC_ORIGIN: "http://orbline.example" }, "PUBLIC_ORIGIN"],
  ])("refuses production with %s", (_what, given, variable) => {
    const environment = environmentOf("billing", { ...live, ...given });
    expect(() => configs.billing(environment)).toThrow(new RegExp(`^  ${variable}: `, "m"));
  });

  it("starts staging with a test key and the simulated season, in the containers of production", () => {
    const given = { ...live, PROFILE: "staging", STRIPE_SECRET_KEY: "sk_test_0123456789abcdef" };
    const { env } = composed({ ...given, ODDS_API_KEY: "" });
    expect(env).toMatchObject({
      COMPOSE_PROJECT_NAME: "orbline-staging",
      COMPOSE_PROFILES: "prod",
    });
    for (const name of inProduction)
      expect(configs[name](environmentOf(name, { ...given, ODDS_API_KEY: "" })).NODE_ENV).toBe(
        "production",
      );
  });

  it.each(inProduction)("lets %s use engines in production as a user of its own only", (name) => {
    const environment = environmentOf(name, live);
    const config = configs[name](environment);
    const { MONGO_URL, REDIS_URL, KAFKA_SASL_USERNAME } = config as Partial<
      Record<"MONGO_URL" | "REDIS_URL" | "KAFKA_SASL_USERNAME", string>
    >;
    const users = [MONGO_URL, REDIS_URL].flatMap((url) => (url ? [new URL(url).username] : []));
    expect(new Set([...users, KAFKA_SASL_USERNAME ?? name])).toEqual(new Set([name]));
    const { KAFKA_SASL_PASSWORD_FILE: _kafka, ...others } = environment;
    const open = {
      ...others,
      ...("MONGO_URL_FILE" in environment && {
        MONGO_URL_FILE: "",
        MONGO_URL: "mongodb://mongo:27017/orbline",
      }),
      ...("REDIS_URL_FILE" in environment && { REDIS_URL_FILE: "", REDIS_URL: "redis://redis" }),
    };
    const engineNames = ["MONGO_URL", "REDIS_URL", "KAFKA_SASL_PASSWORD"].filter(
      (variable) => variable in config,
    );
    expect(engineNames.length).toBeGreaterThan(0);
    for (const variable of engineNames)
      expect(() => configs[name](open)).toThrow(`${variable}: needs credentials`);
  });

  it("refuses production without its keys before anything starts", () => {
    expect(() => environmentOf("billing", { PROFILE: "prod" })).toThrow(/profile prod needs/);
  });
});
