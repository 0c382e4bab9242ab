import { describe, expect, it } from "vitest";
import { repoRoot } from "@orbline/engines/paths";
import { defaultPorts, parseSettings } from "./settings.ts";

describe("settings", () => {
  it("without any variable the product runs on the default ports in .data", () => {
    const settings = parseSettings({});
    expect(settings.dataDir).toBe(`${repoRoot}/.data`);
    expect(settings.ports).toEqual(defaultPorts);
    expect(settings.host).toBe("127.0.0.1");
    expect(settings.publicOrigin).toBe("http://127.0.0.1:8080");
  });

  it("a moved gateway port moves the public origin with it", () => {
    expect(parseSettings({ GATEWAY_PORT: "9000" }).publicOrigin).toBe("http://127.0.0.1:9000");
  });

  it("a wrong value is refused with the variable's name", () => {
    expect(() => parseSettings({ KAFKA_PORT: "many" })).toThrow(/KAFKA_PORT/);
    expect(() => parseSettings({ REDIS_PORT: "70000" })).toThrow(/REDIS_PORT/);
    expect(() => parseSettings({ PUBLIC_ORIGIN: "orbline" })).toThrow(/PUBLIC_ORIGIN/);
  });

  it("production is refused, and with it demo users, the sandbox and the mailbox", () => {
    expect(() => parseSettings({ NODE_ENV: "production" })).toThrow(/not for production/);
  });

  it("a program's own variable is handed to that program only", () => {
    const { handedOn } = parseSettings({
      RATE_LOGIN_PER_MINUTE: "5",
      TRUSTED_PROXY_HOPS: "1",
      UPSTREAM_CONCURRENCY: "32",
      POLL_SECONDS: "60",
      HOME: "/root",
      GRACE_DAYS: "",
    });
    expect(handedOn.gateway).toEqual({
      RATE_LOGIN_PER_MINUTE: "5",
      TRUSTED_PROXY_HOPS: "1",
      UPSTREAM_CONCURRENCY: "32",
    });
    expect(handedOn.billing).toEqual({ POLL_SECONDS: "60" });
  });

  it("where traces go is handed on, without a name that all programs would share", () => {
    const { tracing } = parseSettings({
      OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:4318",
      OTEL_SERVICE_NAME: "orbline",
      OTEL_TRACES_SAMPLER_ARG: "",
    });
    expect(tracing).toEqual({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:4318" });
  });

  it("no two defaults share a port", () => {
    const ports = Object.values(defaultPorts);
    expect(new Set(ports).size).toBe(ports.length);
  });
});
