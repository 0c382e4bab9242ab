import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { testEngines } from "@orbline/kit/testing/engines";
import { eventually } from "@orbline/kit/testing/eventually";
import { testKeys, testTokens } from "@orbline/kit/testing/keys";
import { type Child, startChild } from "@orbline/engines/child";
import { freePortBase } from "@orbline/engines/ports";

const root = join(import.meta.dirname, "../../..");
const entries = {
  gateway: "gateway/src/main.ts",
  identity: "services/identity/src/main.ts",
  billing: "services/billing/src/main.ts",
  admin: "services/admin/src/main.ts",
};
/** The started processes. */
export type Name = keyof typeof entries;
const names = Object.keys(entries) as Name[];

const listeners = [...names, "internal", "identityGrpc", "billingGrpc"] as const;
type Ports = Record<(typeof listeners)[number], number>;

/** Consecutive ports, because single free ports may be equal. */
async function freePorts(): Promise<Ports> {
  const base = await freePortBase(listeners.length);
  return Object.fromEntries(listeners.map((name, index) => [name, base + index])) as Ports;
}

const local = (port: number) => `127.0.0.1:${port}`;

function environments(ports: Ports): Record<Name, Record<string, string>> {
  const { mongoUrl, brokers, redisUrl, prefix } = testEngines();
  const service = (name: Exclude<Name, "gateway">) => ({
    PORT: String(ports[name]),
    MONGO_URL: `${mongoUrl}_${name}`,
    KAFKA_BROKERS: brokers.join(","),
    KAFKA_PARTITIONS: "3",
    ASSERTION_PUBLIC_KEY: testKeys.env.ASSERTION_PUBLIC_KEY,
  });
  const token = (name: Name) => testTokens[name] ?? "";
  const shared = { NODE_ENV: "test", NAMESPACE: prefix };
  const tokens = JSON.stringify(testTokens);
  return {
    gateway: {
      ...shared,
      PORT: String(ports.gateway),
      INTERNAL_PORT: String(ports.internal),
      REDIS_URL: redisUrl,
      ASSERTION_PRIVATE_KEY: testKeys.env.ASSERTION_PRIVATE_KEY,
      IDENTITY_URL: `http://${local(ports.identity)}`,
      BILLING_URL: `http://${local(ports.billing)}`,
      ADMIN_URL: `http://${local(ports.admin)}`,
    },
    identity: {
      ...shared,
      ...service("identity"),
      GRPC_PORT: String(ports.identityGrpc),
      FACTOR_KEY: "a-factor-key-of-the-tests",
      GRPC_TOKENS: tokens,
      GRPC_TOKEN: token("identity"),
      BILLING_GRPC: local(ports.billingGrpc),
      PREDICTION_GRPC: "127.0.0.1:9",
      ADMIN_GRPC: "127.0.0.1:9",
      PUBLIC_ORIGIN: "http://127.0.0.1:8080",
      SMTP_URL: "smtp://127.0.0.1:9",
      REDIS_URL: redisUrl,
    },
    billing: {
      ...shared,
      ...service("billing"),
      GRPC_PORT: String(ports.billingGrpc),
      GRPC_TOKENS: tokens,
      GRPC_TOKEN: token("billing"),
      IDENTITY_GRPC: local(ports.identityGrpc),
      PUBLIC_ORIGIN: "http://127.0.0.1:8080",
      STRIPE_SECRET_KEY: "sk_test_never_asked_here",
      STRIPE_API_BASE: "http://127.0.0.1:9",
      SELF_EXCLUSION_KEY: "a-key-of-self-exclusions",
    },
    admin: {
      ...shared,
      ...service("admin"),
      GRPC_PORT: "0",
      GRPC_TOKENS: tokens,
      GRPC_TOKEN: token("admin"),
      IDENTITY_GRPC: local(ports.identityGrpc),
      BILLING_GRPC: local(ports.billingGrpc),
      // this test reads no table
      PREDICTION_GRPC: "127.0.0.1:9",
    },
  };
}

const inheritedNames = ["PATH", "HOME", "TMPDIR"];

const inherited = () =>
  Object.fromEntries(
    Object.entries(process.env).filter(([variable]) => inheritedNames.includes(variable)),
  );

/** Starts the gateway and three services as processes on the test's engines, with further variables. */
export async function startProcesses(env: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), "orbline-traced-"));
  const ports = await freePorts();
  const own = environments(ports);
  const logFile = (name: Name) => join(folder, `${name}.log`);
  const children = new Map<Name, Child>();
  const stop = async () => {
    await Promise.all([...children.values()].map((child) => child.stop()));
  };
  for (const name of names) {
    const child = await startChild({
      command: process.execPath,
      args: [join(root, entries[name])],
      logFile: logFile(name),
      env: { ...inherited(), ...own[name], ...env },
    });
    children.set(name, child);
  }
  const healthPort = (name: Name) => (name === "gateway" ? ports.internal : ports[name]);
  const ask = (name: Name, path: string) => fetch(`http://${local(healthPort(name))}${path}`);
  const awaitReady = (name: Name) =>
    eventually(
      async () => {
        const failure = children.get(name)?.ended();
        if (failure) throw new Error(failure);
        if (!(await ask(name, "/readyz")).ok) throw new Error(`${name} is not ready`);
      },
      { timeoutMs: 60_000, everyMs: 100 },
    );
  try {
    await Promise.all(names.map(awaitReady));
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    origin: `http://${local(ports.gateway)}`,
    /** The metrics of a process. */
    metricsOf: async (name: Name) => (await ask(name, "/metrics")).text(),
    /** The log lines of one process. */
    linesOf: (name: Name) =>
      readFileSync(logFile(name), "utf8")
        .split("\n")
        .filter((line) => line.startsWith("{"))
        .map((line) => JSON.parse(line) as Record<string, unknown>),
    stop,
    /** Stops the processes and deletes the logs. */
    forget: () => rmSync(folder, { recursive: true, force: true }),
  };
}
/** Running processes of a test. */
export type Processes = Awaited<ReturnType<typeof startProcesses>>;
