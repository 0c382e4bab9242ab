import { testKeys, testTokens } from "@orbline/kit/testing/keys";
import { expect, it } from "vitest";
import { readAdminCreateConfig, readConfig, readDemoSeedConfig } from "./config.ts";

const env = {
  NODE_ENV: "development",
  MONGO_URL: "mongodb://127.0.0.1/identity",
  KAFKA_BROKERS: "127.0.0.1:1, 127.0.0.1:2",
  REDIS_URL: "redis://127.0.0.1",
  ASSERTION_PUBLIC_KEY: testKeys.env.ASSERTION_PUBLIC_KEY,
  GRPC_TOKENS: JSON.stringify(testTokens),
  GRPC_TOKEN: testTokens["identity"],
  ADMIN_GRPC: "127.0.0.1:9104",
  BILLING_GRPC: "127.0.0.1:9102",
  PREDICTION_GRPC: "127.0.0.1:9103",
  PUBLIC_ORIGIN: "https://orbline.test",
  FACTOR_KEY: "a-factor-key-of-the-tests",
};

it("reads the default ports and reserved usernames", () => {
  const config = readConfig(env);
  expect(config).toMatchObject({ PORT: 8101, GRPC_PORT: 9101 });
  expect(config.KAFKA_BROKERS).toEqual(["127.0.0.1:1", "127.0.0.1:2"]);
  expect(config.RESERVED_USERNAMES.has("support")).toBe(true);
});

it("requires a mail server and an https origin in production", () => {
  const production = {
    ...env,
    NODE_ENV: "",
    ALLOW_OPEN_ENGINES: "true",
    SMTP_URL: "smtps://mail.example",
    SECURITY_LOG_KEY: "c0123456789abcdef0123456789abcdef",
    FACTOR_KEY: "f0123456789abcdef0123456789abcdef",
    MAIL_FROM: "Orbline <hello@orbline.example>",
  };
  expect(readConfig(production).SMTP_URL).toBe("smtps://mail.example");
  expect(() => readConfig({ ...production, ALLOW_OPEN_ENGINES: "" })).toThrow(
    /MONGO_URL: needs[^]*REDIS_URL: needs[^]*KAFKA_SASL_PASSWORD: needs/,
  );
  expect(() => readConfig({ ...production, SMTP_URL: "smtp://mail.example" })).toThrow(/SMTP_URL/);
  expect(() => readConfig({ ...production, MAIL_FROM: "" })).toThrow(/MAIL_FROM/);
  expect(() => readConfig({ ...production, SECURITY_LOG_KEY: "" })).toThrow(/SECURITY_LOG_KEY/);
  expect(() => readConfig({ ...production, FACTOR_KEY: "f".repeat(32) })).toThrow(/FACTOR_KEY/);
  expect(() => readConfig({ ...production, LEAK_CHECK_URL: "http://leaks.test" })).toThrow(
    /LEAK_CHECK_URL: must be https/,
  );
  expect(() => readConfig({ ...production, GRPC_TOKEN: "0123456789abcdef" })).toThrow(/GRPC_TOKEN/);
  expect(() => readConfig({ ...production, SMTP_URL: "" })).toThrow(/SMTP_URL/);
  expect(() => readConfig({ ...production, PUBLIC_ORIGIN: "http://orbline.test" })).toThrow(
    /PUBLIC_ORIGIN/,
  );
});

it("names every missing variable in one error", () => {
  expect(() => readConfig({})).toThrow(/MONGO_URL[^]*ASSERTION_PUBLIC_KEY[^]*REDIS_URL/);
});

it("refuses demo users in production", () => {
  const { FACTOR_KEY } = env;
  const demo = { FACTOR_KEY, DEMO_USERS: '[{"username":"demo","password":"Correct-horse-1"}]' };
  expect(readDemoSeedConfig(demo).DEMO_USERS).toMatchObject([{ username: "demo", role: "user" }]);
  expect(() => readDemoSeedConfig({ ...demo, NODE_ENV: "production" })).toThrow(/production/);
  expect(() => readDemoSeedConfig({ DEMO_USERS: "[" })).toThrow(/JSON array/);
});

it("reads the settings of admin:create from its arguments before the environment", () => {
  const { FACTOR_KEY } = env;
  const given = readAdminCreateConfig(
    { ADMIN_USERNAME: "admin_b" },
    { FACTOR_KEY, ADMIN_USERNAME: "admin_a" },
  );
  expect(given.ADMIN_USERNAME).toBe("admin_b");
  expect(() => readAdminCreateConfig({}, { ADMIN_USERNAME: "a" })).toThrow(/at least 3/);
});
