import { testKeys } from "@orbline/kit/testing/keys";
import { expect, it } from "vitest";
import { readConfig } from "./config.ts";

const env = { ...testKeys.env, REDIS_URL: "redis://127.0.0.1:6379" };

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

it("refuses a public origin without https in production", () => {
  const production = { ...env, NODE_ENV: "production" };
  const origin = { ...production, PUBLIC_ORIGIN: "http://orbline.test" };
  expect(() => readConfig(origin)).toThrow("PUBLIC_ORIGIN: must be https in production");
  expect(() => readConfig({ ...production, PUBLIC_ORIGIN: "https://orbline.test" })).not.toThrow();
});

it("accepts plain HTTP addresses of services only", () => {
  const tls = { ...env, IDENTITY_URL: "https://identity.internal" };
  expect(() => readConfig(tls)).toThrow("IDENTITY_URL: must be an http:// address");
});

it("names every missing or invalid variable", () => {
  expect(() => readConfig({ PORT: "x" })).toThrow(
    /PORT[\s\S]*REDIS_URL[\s\S]*ASSERTION_PRIVATE_KEY/,
  );
});
