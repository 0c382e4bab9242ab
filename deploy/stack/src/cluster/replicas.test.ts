import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { schemas } from "../testing/configs.ts";
import { afterAll, expect, it } from "vitest";
import { ensureSecrets } from "../configuration/secrets.ts";
import type { ProgramName } from "../configuration/variables.ts";
import { clusterPorts, layOut, replicaEnv } from "./replicas.ts";

const dataDir = mkdtempSync(join(tmpdir(), "orbline-cluster-"));
afterAll(() => rmSync(dataDir, { recursive: true }));

const context = { layout: layOut(dataDir, 20_000), secrets: ensureSecrets(dataDir) };
const envOf = (name: ProgramName) => [0, 1].map((replica) => replicaEnv(name, replica, context));

const ownPorts = (env: Record<string, string>) =>
  ["PORT", "GRPC_PORT", "INTERNAL_PORT"].flatMap((name) => env[name] ?? []);

it("gives every replica ports of its own within the cluster's range", () => {
  const names = Object.keys(schemas) as ProgramName[];
  const ports = names.flatMap((name) => envOf(name).flatMap(ownPorts)).map(Number);
  expect(new Set(ports).size).toBe(ports.length);
  const { shared } = context.layout;
  expect(ports).not.toContain(shared.ports.GATEWAY_PORT);
  for (const port of [...ports, shared.ports.GATEWAY_PORT]) {
    expect(port).toBeGreaterThanOrEqual(20_000);
    expect(port).toBeLessThan(20_000 + clusterPorts);
  }
});

it("gives the callers of a service the addresses of both replicas, and everybody those of three brokers", () => {
  const [one, two] = envOf("billing");
  const [gateway] = envOf("gateway");
  const [prediction] = envOf("prediction");
  expect(gateway?.["BILLING_URL"]).toBe(
    `http://127.0.0.1:${one?.["PORT"]},http://127.0.0.1:${two?.["PORT"]}`,
  );
  expect(prediction?.["BILLING_GRPC"]).toBe(
    `127.0.0.1:${one?.["GRPC_PORT"]},127.0.0.1:${two?.["GRPC_PORT"]}`,
  );
  expect(one?.["KAFKA_BROKERS"]?.split(",")).toHaveLength(3);
});

it("gives every replica a valid configuration without the folder of sockets", () => {
  for (const [name, schema] of Object.entries(schemas))
    for (const env of envOf(name as ProgramName)) {
      expect(schema.safeParse(env).error).toBeUndefined();
      expect(env).not.toHaveProperty("SOCKET_DIR");
    }
});
