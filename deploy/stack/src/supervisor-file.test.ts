import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { programs } from "./processes.ts";
import { parseSettings } from "./configuration/settings.ts";
import { programNames } from "./configuration/variables.ts";
import { supervisorFile } from "./supervisor-file.ts";

/** External engines, because commands of local ones need installed engines. */
const external = {
  MONGO_URL: "mongodb://db.example:27017",
  KAFKA_BROKERS: "kafka.example:9092",
};

type Entry = {
  entrypoint: string[];
  environment?: string[];
  depends_on?: { [name: string]: { condition: string } };
  readiness_probe?: { failure_threshold: number; http_get: { port: string } };
};

let dataDir: string;
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), "orbline-file-"));
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

function processesOf(env: NodeJS.ProcessEnv, options = {}) {
  const text = supervisorFile(parseSettings({ DATA_DIR: dataDir, ...env }), options);
  return (JSON.parse(text) as { processes: { [name: string]: Entry } }).processes;
}

describe("the supervisor's file", () => {
  it("neither starts nor waits for an engine that the user runs", () => {
    const processes = processesOf(external);
    expect(Object.keys(processes)).not.toContain("mongo");
    expect(Object.keys(processes)).not.toContain("kafka");
    expect(processes["identity"]?.depends_on).toEqual({
      redis: { condition: "process_log_ready" },
    });
    expect(processes["identity"]?.environment).toContain("KAFKA_BROKERS=kafka.example:9092");
  });

  it("probes a program on its own port and never stops it for not being ready", () => {
    const probe = processesOf({ ...external, GATEWAY_PORT: "9999" })["gateway"]?.readiness_probe;
    expect(probe?.http_get.port).toBe("9999");
    expect(probe?.failure_threshold).toBeGreaterThan(1_000_000);
  });

  it("is the same for the same settings and different for others", () => {
    const first = supervisorFile(parseSettings({ DATA_DIR: dataDir, ...external }));
    expect(supervisorFile(parseSettings({ DATA_DIR: dataDir, ...external }))).toBe(first);
    const moved = parseSettings({ DATA_DIR: dataDir, ...external, BILLING_GRPC_PORT: "9999" });
    expect(supervisorFile(moved)).not.toBe(first);
  });

  it("watches sources and runs Vite's server in development only", () => {
    expect(processesOf(external)["gateway"]?.entrypoint).not.toContain("--watch");
    expect(Object.keys(processesOf(external))).not.toContain("web-dev");
    const { entrypoint } = processesOf(external, { watch: true })["gateway"] ?? {};
    expect(entrypoint).toContain("--watch");
    expect(entrypoint).toContain("--inspect=127.0.0.1:28080");
    expect(Object.keys(processesOf(external, { watch: true }))).toContain("web-dev");
  });

  it("starts every program, each on its own ports", () => {
    expect(programs.map(({ name }) => name)).toEqual(programNames);
    const ports = programs.flatMap((program) => program.ports);
    expect(new Set(ports).size).toBe(ports.length);
  });
});
