import { describe, expect, it } from "vitest";
import { repoRoot } from "@orbline/engines/paths";
import { parseSettings } from "./settings.ts";
import { defaultPorts } from "./variables.ts";

describe("settings", () => {
  it("uses the default ports and .data without any variable", () => {
    const settings = parseSettings({});
    expect(settings.dataDir).toBe(`${repoRoot}/.data`);
    expect(settings.ports).toEqual(defaultPorts);
    expect(settings.host).toBe("127.0.0.1");
    expect(settings.publicOrigin).toBe("http://127.0.0.1:8080");
  });

  it("moves the public origin with the gateway's port", () => {
    expect(parseSettings({ GATEWAY_PORT: "9000" }).publicOrigin).toBe("http://127.0.0.1:9000");
  });

  it("refuses a wrong value and names the variable", () => {
    expect(() => parseSettings({ KAFKA_PORT: "many" })).toThrow(/KAFKA_PORT/);
    expect(() => parseSettings({ REDIS_PORT: "70000" })).toThrow(/REDIS_PORT/);
    expect(() => parseSettings({ PUBLIC_ORIGIN: "orbline" })).toThrow(/PUBLIC_ORIGIN/);
  });

  it("refuses production: demo users, sandbox and mailbox are for development", () => {
    expect(() => parseSettings({ NODE_ENV: "production" })).toThrow(/not for production/);
  });

  it("gives every process its own default port", () => {
    const ports = Object.values(defaultPorts);
    expect(new Set(ports).size).toBe(ports.length);
  });
});
