import { testKeys } from "@orbline/kit/testing/keys";
import { expect, it } from "vitest";
import { readConfig } from "./config.ts";

const env = { ...testKeys.env, REDIS_URL: "redis://127.0.0.1:6379" };

it("the defaults bind to loopback and keep cookies secure", () => {
  expect(readConfig(env)).toMatchObject({
    HOST: "127.0.0.1",
    PORT: 8080,
    INTERNAL_HOST: "127.0.0.1",
    INTERNAL_PORT: 8109,
    COOKIE_INSECURE: false,
  });
});

it("the public origin is cut to its origin", () => {
  const { PUBLIC_ORIGIN } = readConfig({ ...env, PUBLIC_ORIGIN: "https://Orbline.test:443/x" });
  expect(PUBLIC_ORIGIN).toBe("https://orbline.test");
});

it("production refuses cookies without Secure", () => {
  const production = { ...env, NODE_ENV: "production", COOKIE_INSECURE: "true" };
  expect(() => readConfig(production)).toThrow("COOKIE_INSECURE");
});

it("a service's address is plain http: the proxy has no other connections", () => {
  const tls = { ...env, IDENTITY_URL: "https://identity.internal" };
  expect(() => readConfig(tls)).toThrow("IDENTITY_URL: must be an http:// address");
});

it("every missing or wrong variable is named", () => {
  expect(() => readConfig({ PORT: "x" })).toThrow(
    /PORT[\s\S]*REDIS_URL[\s\S]*ASSERTION_PRIVATE_KEY/,
  );
});
