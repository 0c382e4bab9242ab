import { generateKeyPairSync } from "node:crypto";
import { describe, expect, it } from "vitest";
import { readConfig } from "./config.ts";

const { publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });

const oldSecret = "whsec_0123456789abcdef01234567";
const newSecret = "whsec_abcdef0123456789abcdef01";

const production = {
  NODE_ENV: "production",
  MONGO_URL: "mongodb://billing:its-password@db.example/billing",
  KAFKA_BROKERS: "kafka.example:9092",
  KAFKA_SASL_USERNAME: "billing",
  KAFKA_SASL_PASSWORD: "its-password",
  ASSERTION_PUBLIC_KEY: Buffer.from(publicKey.export({ type: "spki", format: "pem" })).toString(
    "base64",
  ),
  GRPC_TOKENS: JSON.stringify({ admin: "a0123456789abcdef0123456789abcdef" }),
  GRPC_TOKEN: "b0123456789abcdef0123456789abcdef",
  SELF_EXCLUSION_KEY: "e0123456789abcdef0123456789abcdef",
  IDENTITY_GRPC: "identity.example:9101",
  PUBLIC_ORIGIN: "https://orbline.example",
  STRIPE_SECRET_KEY: ["sk", "live", "0123456789abcdef"].join("_"),
  STRIPE_WEBHOOK_SECRET: `${oldSecret}, ${newSecret}`,
  SMTP_URL: "smtps://mail.example",
  MAIL_FROM: "Orbline <hello@orbline.example>",
};

describe("production", () => {
  it("starts in production with live keys and two webhook secrets during a rotation", () => {
    const config = readConfig(production);
    expect(config.STRIPE_WEBHOOK_SECRET).toEqual([oldSecret, newSecret]);
    expect(config.STRIPE_API_BASE).toBeUndefined();
  });

  it("takes payments of the test mode only where that is allowed, and then no others are refused", () => {
    const staging = { ALLOW_TEST_PAYMENTS: "true", STRIPE_SECRET_KEY: "sk_test_0123456789abcdef" };
    expect(readConfig({ ...production, ...staging }).NODE_ENV).toBe("production");
    expect(readConfig({ ...production, ALLOW_TEST_PAYMENTS: "true" }).NODE_ENV).toBe("production");
  });

  it.each([
    ["no webhook secret", { STRIPE_WEBHOOK_SECRET: "" }, "STRIPE_WEBHOOK_SECRET"],
    ["an empty list of secrets", { STRIPE_WEBHOOK_SECRET: " , " }, "STRIPE_WEBHOOK_SECRET"],
    [
      "a sample value as the second secret",
      { STRIPE_WEBHOOK_SECRET: `${oldSecret},whsec_test_1` },
      "STRIPE_WEBHOOK_SECRET",
    ],
    ["a test key", { STRIPE_SECRET_KEY: "sk_test_0123456789" }, "STRIPE_SECRET_KEY"],
    ["a key that is no live key", { STRIPE_SECRET_KEY: "changeme_changeme" }, "STRIPE_SECRET_KEY"],
    ["a guessable webhook secret", { STRIPE_WEBHOOK_SECRET: "x" }, "STRIPE_WEBHOOK_SECRET"],
    ["a short webhook secret", { STRIPE_WEBHOOK_SECRET: "whsec_1" }, "STRIPE_WEBHOOK_SECRET"],
    ["any number of trials per card", { TRIAL_ONCE_PER_CARD: "false" }, "TRIAL_ONCE_PER_CARD"],
    ["the sample sender", { MAIL_FROM: "" }, "MAIL_FROM"],
    ["mails without TLS", { SMTP_URL: "smtp://mail.example" }, "SMTP_URL"],
    ["short tokens", { GRPC_TOKEN: "0123456789abcdef" }, "GRPC_TOKEN"],
    [
      "a guessable key of self-exclusions",
      { SELF_EXCLUSION_KEY: "e".repeat(32) },
      "SELF_EXCLUSION_KEY",
    ],
    ["a restricted test key", { STRIPE_SECRET_KEY: "rk_test_0123456789" }, "STRIPE_SECRET_KEY"],
    ["the sandbox", { STRIPE_API_BASE: "http://127.0.0.1:8110" }, "STRIPE_API_BASE"],
    ["no mail server", { SMTP_URL: "" }, "SMTP_URL"],
    ["plain http", { PUBLIC_ORIGIN: "http://orbline.example" }, "PUBLIC_ORIGIN"],
  ])("refuses %s in production and names the variable", (_what, change, name) => {
    expect(() => readConfig({ ...production, ...change })).toThrow(`\n  ${name}: `);
  });
});

describe("development", () => {
  const development = { ...production, NODE_ENV: "development", STRIPE_WEBHOOK_SECRET: "" };

  it("starts in development without a webhook secret", () => {
    expect(readConfig(development).STRIPE_WEBHOOK_SECRET).toEqual([]);
  });

  it("accepts an origin with a trailing slash and refuses one with a path", () => {
    const at = (PUBLIC_ORIGIN: string) => readConfig({ ...development, PUBLIC_ORIGIN });
    expect(at("http://127.0.0.1:8080/").PUBLIC_ORIGIN).toBe("http://127.0.0.1:8080");
    expect(() => at("http://127.0.0.1:8080/app")).toThrow("PUBLIC_ORIGIN");
  });

  const sandbox = { ...development, STRIPE_API_BASE: "http://127.0.0.1:8110" };

  it.each([
    ["allows any number of trials per card in the local sandbox", sandbox, false],
    ["allows one trial per card in the tests", { ...sandbox, NODE_ENV: "test" }, true],
    ["allows one trial per card at Stripe", development, true],
    ["allows one trial per card in production", production, true],
    [
      "allows any number where that is configured",
      { ...development, TRIAL_ONCE_PER_CARD: "false" },
      false,
    ],
    ["allows one where that is configured", { ...sandbox, TRIAL_ONCE_PER_CARD: "true" }, true],
  ])("%s", (_title, env, expected) => {
    expect(readConfig(env).TRIAL_ONCE_PER_CARD).toBe(expected);
  });
});
