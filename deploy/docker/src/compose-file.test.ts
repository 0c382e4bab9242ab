import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureSecrets, type Secrets } from "@orbline/stack/configuration/secrets";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { programNames as names, type ProgramName } from "@orbline/stack/configuration/variables";
import { configs, readByLibraries } from "@orbline/stack/testing/configs";
import { composeEnv } from "./compose-env.ts";
import { composeNetworks, composeServices } from "@orbline/engines/compose-file";
import { parseSettings } from "./config.ts";
import { repoRoot } from "@orbline/engines/paths";

const engines = ["kafka", "mongo", "redis"];
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

const environmentOf = (name: ProgramName, given: NodeJS.ProcessEnv) =>
  composeServices(composeEnv(parseSettings(given), secrets))[name]?.environment ?? {};

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
    expect(Object.keys(raw).toSorted()).toEqual([...names, ...engines].toSorted());
  });

  it("keeps sandbox and mailbox out of production", () => {
    for (const [name, { profiles }] of Object.entries(raw))
      expect([name, profiles]).toEqual([
        name,
        demoOnly.includes(name) ? ["demo"] : ["demo", "prod"],
      ]);
  });

  it("publishes only the gateway, and in the demo the sandbox and the mailbox on the loopback address", () => {
    const ports = Object.entries(composeServices({ ...secrets, ...live })).flatMap(
      ([name, service]) => service.ports.map((port) => [name, port]),
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
    expect(on("data")).toEqual(["admin", "billing", "identity", "kafka", "mongo", "prediction"]);
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
      expect([name, service.read_only]).toEqual([name, name !== "kafka"]);
    }
  });

  it("limits memory and processes of every container", () => {
    for (const [name, service] of Object.entries(raw)) {
      expect([name, service.mem_limit]).toEqual([name, expect.stringMatching(/^\d+[mg]$/)]);
      expect([name, service.pids_limit]).toEqual([name, expect.any(Number)]);
    }
  });

  it("pins the images that are pulled", () => {
    for (const name of engines) expect(raw[name]?.image).toMatch(/:\d+\.\d+\.\d+(-\w+)?$/);
    const dockerfile = readFileSync(join(repoRoot, "Dockerfile"), "utf8");
    const stages = [...dockerfile.matchAll(/^FROM (\S+) AS (\S+)$/gm)].map(
      ([, from = "", name]) => ({
        from,
        name,
      }),
    );
    const pulled = stages.filter(({ from }) => !stages.some(({ name }) => name === from));
    expect(pulled.map(({ from }) => from)).toEqual([expect.stringMatching(/^node:24\.\d+\.\d+-/)]);
  });

  it("gives each image that it builds the tag in IMAGE_TAG", () => {
    const tagsOf = (env: Record<string, string>) => {
      const services = Object.values(composeServices({ ...secrets, ...live, ...env }));
      const built = services.filter(({ build }) => build).map(({ image }) => image.split(":")[1]);
      expect(built).toHaveLength(names.length);
      return [...new Set(built)];
    };
    expect(tagsOf({})).toEqual(["latest"]);
    expect(tagsOf({ IMAGE_TAG: "1.4.0" })).toEqual(["1.4.0"]);
  });

  it("removes every package manager from the images of programs", () => {
    const dockerfile = readFileSync(join(repoRoot, "Dockerfile"), "utf8");
    const [, program = ""] = /^FROM base AS program$([\s\S]*?)^FROM /m.exec(dockerfile) ?? [];
    const [, removed = ""] = /^RUN rm -rf ((?:.*\\\n)*.*)$/m.exec(program) ?? [];
    for (const path of ["lib/node_modules", "bin/npm", "bin/npx", "bin/corepack", "bin/yarn"])
      expect(removed.split(/[\s\\]+/)).toContain(`/usr/local/${path}`);
    expect(program.replace(removed, "")).not.toMatch(/\bnp[mx]\b|\byarn\b/);
  });

  it("runs programs as a user with a number, which Kubernetes can check", () => {
    const dockerfile = readFileSync(join(repoRoot, "Dockerfile"), "utf8");
    expect(dockerfile.match(/^USER .+$/gm)).toEqual(["USER 1000:1000"]);
  });

  it("contains no secret, not even as a default", () => {
    for (const { environment } of Object.values(raw)) {
      for (const [name, value] of Object.entries(environment)) {
        if (!/SECRET|TOKEN|KEY|PASSWORD/.test(name)) continue;
        expect([name, value]).toEqual([name, expect.stringContaining("${")]);
        expect([name, value]).toEqual([name, expect.not.stringContaining(":-")]);
        const literal = value.replaceAll(/\$\{[^}]*\}/g, "");
        expect([name, literal]).toEqual([name, expect.not.stringMatching(/[\w-]{12,}/)]);
      }
    }
  });
});

describe("the environment of a program", () => {
  const tracing = {
    OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318",
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "http://collector:4318/v1/traces",
    OTEL_TRACES_SAMPLER_ARG: "0.1",
  };

  it.each(names)("starts %s and contains only variables that it reads", (name) => {
    const environment = environmentOf(name, tracing);
    const config = configs[name](environment);
    const unknown = Object.keys(environment).filter((variable) => !(variable in config));
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
    expect(known.filter((variable) => !(variable in environment))).toEqual([]);
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
    const services = composeServices(composeEnv(parseSettings({}), changing));
    const of = (name: ProgramName) => configs[name](services[name]?.environment ?? {});
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
    const env = composeEnv(parseSettings({ ...given, ODDS_API_KEY: "" }), secrets);
    expect(env).toMatchObject({
      COMPOSE_PROJECT_NAME: "orbline-staging",
      COMPOSE_PROFILES: "prod",
    });
    const environments = composeServices(env);
    for (const name of inProduction)
      expect(configs[name](environments[name]?.environment ?? {}).NODE_ENV).toBe("production");
  });

  it("refuses production without its keys before anything starts", () => {
    expect(() => environmentOf("billing", { PROFILE: "prod" })).toThrow(/profile prod needs/);
  });
});
