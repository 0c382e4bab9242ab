import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createPrivateKey, createPublicKey, sign, verify } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Secrets, ensureSecrets } from "./secrets.ts";
import { programEnv } from "./environment.ts";
import { parseSettings } from "./settings.ts";
import type { ProgramName } from "./variables.ts";

const decode = (text: string) => Buffer.from(text, "base64");

const context = () => ({ settings: parseSettings({ REDIS_PORT: "7000" }), secrets });

let dataDir: string;
let secrets: Secrets;
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), "orbline-secrets-"));
  secrets = ensureSecrets(dataDir);
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

describe("secrets", () => {
  it("makes secrets once, readable by their owner only", () => {
    expect(ensureSecrets(dataDir)).toEqual(secrets);
    expect(statSync(join(dataDir, "secrets.env")).mode & 0o777).toBe(0o600);
  });

  it("makes other secrets for another installation", () => {
    const other = mkdtempSync(join(tmpdir(), "orbline-secrets-"));
    const theirs = ensureSecrets(other);
    rmSync(other, { recursive: true, force: true });
    const shared = Object.values(theirs).filter((value) => Object.values(secrets).includes(value));
    expect(shared).toEqual([]);
  });

  it("makes a public assertion key that belongs to the private one", () => {
    const message = Buffer.from("caller");
    const signature = sign(
      "sha256",
      message,
      createPrivateKey(decode(secrets.ASSERTION_PRIVATE_KEY)),
    );
    const key = createPublicKey(decode(secrets.ASSERTION_PUBLIC_KEY));
    expect(verify("sha256", message, key, signature)).toBe(true);
  });

  it("makes demo passwords that the registration form accepts", () => {
    for (const password of [secrets.DEMO_ADMIN_PASSWORD, secrets.DEMO_FREE_PASSWORD]) {
      expect(password).toMatch(/^(?=.*[A-Z])(?=.*\d).{8,}$/);
    }
  });
});

describe("the environment of a program", () => {
  it("gives each service its own database", () => {
    const identity = programEnv("identity", context());
    const billing = programEnv("billing", context());
    expect(identity["MONGO_URL"]).toMatch(/^mongodb:\/\/127\.0\.0\.1:27117\/orbline_identity\?/);
    expect(billing["MONGO_URL"]).toMatch(/^mongodb:\/\/127\.0\.0\.1:27117\/orbline_billing\?/);
  });

  it("gives a service its own gRPC secret and those of its callers only", () => {
    const tokensOf = (name: ProgramName) =>
      Object.entries(secrets)
        .filter(([secret]) => secret.startsWith("GRPC_TOKEN_"))
        .filter(([, value]) => JSON.stringify(programEnv(name, context())).includes(value))
        .map(([secret]) => secret.replace("GRPC_TOKEN_", "").toLowerCase());
    expect(tokensOf("identity")).toEqual(["identity", "billing", "prediction"]);
    expect(tokensOf("billing")).toEqual(["identity", "billing", "prediction", "admin"]);
    expect(tokensOf("prediction")).toEqual(["identity", "prediction"]);
    expect(tokensOf("admin")).toEqual(["identity", "prediction", "admin"]);
    expect(tokensOf("gateway")).toEqual([]);
  });

  it("gives the key that signs assertions to the gateway only", () => {
    for (const name of ["identity", "billing", "prediction", "admin"] as const) {
      expect(programEnv(name, context())).not.toHaveProperty("ASSERTION_PRIVATE_KEY");
    }
    expect(programEnv("gateway", context())).toHaveProperty("ASSERTION_PRIVATE_KEY");
  });

  it("passes a moved engine to every program that uses it", () => {
    for (const name of ["identity", "gateway"] as const)
      expect(programEnv(name, context())["REDIS_URL"]).toMatch(/@127\.0\.0\.1:7000$/);
  });

  it("gives a program its own users of Kafka and Redis, and no password of another", () => {
    const passwordsOf = (name: ProgramName) =>
      Object.entries(secrets)
        .filter(([secret]) => /^(KAFKA|REDIS)_PASSWORD_/.test(secret))
        .filter(([, value]) => JSON.stringify(programEnv(name, context())).includes(value))
        .map(([secret]) => secret);
    expect(passwordsOf("gateway")).toEqual(["REDIS_PASSWORD_GATEWAY"]);
    expect(passwordsOf("identity")).toEqual(["KAFKA_PASSWORD_IDENTITY", "REDIS_PASSWORD_IDENTITY"]);
    expect(passwordsOf("billing")).toEqual(["KAFKA_PASSWORD_BILLING"]);
    expect(passwordsOf("mailbox")).toEqual([]);
  });

  it("gives services the user of an external Kafka, and none of the local users", () => {
    const given = { KAFKA_BROKERS: "kafka.example:9092", KAFKA_SASL_USERNAME: "us" };
    const settings = parseSettings({ ...given, KAFKA_SASL_PASSWORD: "theirs", KAFKA_TLS: "true" });
    expect(programEnv("billing", { settings, secrets })).toMatchObject({
      KAFKA_SASL_USERNAME: "us",
      KAFKA_SASL_PASSWORD: "theirs",
      KAFKA_TLS: "true",
    });
  });

  it("shares one socket folder unless its path is too long for Unix sockets", () => {
    const foldersIn = (path: string) => {
      const settings = parseSettings({ DATA_DIR: path });
      const names = ["gateway", "identity", "billing", "prediction", "admin"] as const;
      return new Set(names.map((name) => programEnv(name, { settings, secrets })["SOCKET_DIR"]));
    };
    expect(foldersIn("/data")).toEqual(new Set(["/data/run"]));
    expect(foldersIn(`/${"x".repeat(82)}`)).toEqual(new Set([`/${"x".repeat(82)}/run`]));
    expect(foldersIn(`/${"x".repeat(83)}`)).toEqual(new Set([undefined]));
    expect(foldersIn(`/${"ü".repeat(82)}`)).toEqual(new Set([undefined]));
  });

  it("keeps the credentials of an external MongoDB and adds the service's database", () => {
    const settings = parseSettings({ MONGO_URL: "mongodb://me:pw@db.example:27017/?tls=true" });
    const url = programEnv("admin", { settings, secrets })["MONGO_URL"];
    expect(url).toMatch(/^mongodb:\/\/me:pw@db\.example:27017\/orbline_admin\?tls=true&/);
  });

  it("forwards a variable to the programs that use it and to no other", () => {
    const given = { RATE_LOGIN_PER_MINUTE: "5", MAIL_FROM: "us@orbline.example", GRACE_DAYS: "" };
    const settings = parseSettings(given);
    const envOf = (name: ProgramName) => programEnv(name, { settings, secrets });
    expect(envOf("gateway")).toMatchObject({ RATE_LOGIN_PER_MINUTE: "5" });
    expect(envOf("gateway")).not.toHaveProperty("MAIL_FROM");
    for (const name of ["identity", "billing", "prediction"] as const)
      expect(envOf(name)).toMatchObject({ MAIL_FROM: "us@orbline.example" });
    expect(envOf("billing")).not.toHaveProperty("RATE_LOGIN_PER_MINUTE");
    expect(envOf("billing")).not.toHaveProperty("GRACE_DAYS");
  });

  it("forwards OpenTelemetry's variables without a name that all programs would share", () => {
    const settings = parseSettings({
      OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:4318",
      OTEL_SERVICE_NAME: "orbline",
    });
    const env = programEnv("admin", { settings, secrets });
    expect(env).toMatchObject({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:4318" });
    expect(env).not.toHaveProperty("OTEL_SERVICE_NAME");
  });
});
