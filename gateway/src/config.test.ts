import { testKeys } from "@orbline/kit/testing/keys";
import { describe, expect, it } from "vitest";
import { readConfig } from "./config.ts";

const env = { ...testKeys.env, NODE_ENV: "development", REDIS_URL: "redis://127.0.0.1:6379" };

it("binds to loopback by default", () => {
  expect(readConfig(env)).toMatchObject({
    HOST: "127.0.0.1",
    PORT: 8080,
    INTERNAL_HOST: "127.0.0.1",
    INTERNAL_PORT: 8109,
  });
});

it("reduces the public origin to its origin", () => {
  const { PUBLIC_ORIGIN } = readConfig({ ...env, PUBLIC_ORIGIN: "https://Orbline.test:443/x" });
  expect(PUBLIC_ORIGIN).toBe("https://orbline.test");
});

describe("production, which is the default", () => {
  const { NODE_ENV: _development, ...unset } = env;
  const production = {
    ...unset,
    PUBLIC_ORIGIN: "https://orbline.test",
    TRUSTED_PROXY_HOPS: "1",
    REDIS_URL: "rediss://gateway:its-password@redis.example:6380",
  };

  it("starts behind a proxy on https", () => {
    expect(readConfig(production).NODE_ENV).toBe("production");
  });

  it.each([
    ["plain http", { PUBLIC_ORIGIN: "http://orbline.test" }, "PUBLIC_ORIGIN: must be https"],
    ["an open Redis", { REDIS_URL: "redis://redis.example" }, "REDIS_URL: needs credentials"],
    ["no origin", { PUBLIC_ORIGIN: "" }, "PUBLIC_ORIGIN: must be https"],
    [
      "no proxy that ends TLS",
      { TRUSTED_PROXY_HOPS: "" },
      "TRUSTED_PROXY_HOPS: must be at least 1",
    ],
  ])("refuses %s", (_what, change, message) => {
    expect(() => readConfig({ ...production, ...change })).toThrow(message);
  });
});

it("accepts http and https addresses of services only", () => {
  const two = "http://identity-1:8101, https://identity-2:8101";
  expect(readConfig({ ...env, IDENTITY_URL: two })).toMatchObject({
    IDENTITY_URL: ["http://identity-1:8101", "https://identity-2:8101"],
    BILLING_URL: ["http://127.0.0.1:8102"],
  });
  for (const IDENTITY_URL of ["ftp://identity.internal", `${two},`])
    expect(() => readConfig({ ...env, IDENTITY_URL })).toThrow(
      "IDENTITY_URL: must be an http:// or https:// address",
    );
});

it("names every missing or invalid variable", () => {
  expect(() => readConfig({ PORT: "x" })).toThrow(
    /PORT[\s\S]*REDIS_URL[\s\S]*ASSERTION_PRIVATE_KEY/,
  );
});
