import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { compileCache } from "@orbline/engines/paths";
import { freePort } from "@orbline/engines/ports";
import type { Caller } from "@orbline/kit/auth";
import { systemClock } from "@orbline/kit/clock";
import { createLogger } from "@orbline/kit/observability/logger";
import { hashSecret } from "@orbline/kit/http/cookies";
import { testEngines } from "@orbline/kit/testing/engines";
import { assertionFor, testKeys, testTokens } from "@orbline/kit/testing/keys";
import { eventually } from "@orbline/kit/testing/eventually";
import { testLifecycle } from "@orbline/kit/testing/lifecycle";
import { userSchema } from "@orbline/proto/http/identity/user";
import { expect } from "vitest";
import { readConfig } from "../src/config.ts";
import { start } from "../src/main.ts";
import { cheapPasswords } from "../src/testing/cheap-passwords.ts";

/** The environment of the service on this test file's engines. */
export const testEnv = () => {
  const { mongoUrl, brokers, redisUrl, prefix } = testEngines();
  return {
    NODE_ENV: "test",
    LOG_LEVEL: "silent",
    PORT: "0",
    GRPC_PORT: "0",
    MONGO_URL: mongoUrl,
    KAFKA_BROKERS: brokers.join(","),
    KAFKA_PARTITIONS: "3",
    REDIS_URL: redisUrl,
    NAMESPACE: prefix,
    ASSERTION_PUBLIC_KEY: testKeys.env.ASSERTION_PUBLIC_KEY,
    GRPC_TOKENS: JSON.stringify(testTokens),
    GRPC_TOKEN: testTokens["identity"] ?? "",
    // Nothing listens there. A test that needs other services overrides them.
    ADMIN_GRPC: "127.0.0.1:9",
    BILLING_GRPC: "127.0.0.1:9",
    PREDICTION_GRPC: "127.0.0.1:9",
    PUBLIC_ORIGIN: "https://orbline.test",
    FACTOR_KEY: "a-factor-key-of-the-tests",
    DELETION_SETTLE_SECONDS: "0",
    ACCOUNT_SWEEP_SECONDS: "0.2",
  };
};

type Answer = { status: number; headers: Headers; body: unknown };
type Options = { as?: Caller; headers?: Record<string, string> };

/** Calls the service as the gateway does. */
export const client = (port: number) => {
  const call = async (
    method: string,
    path: string,
    body: string | undefined,
    { as = { kind: "anonymous" }, headers = {} }: Options,
  ): Promise<Answer> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: {
        ...(body !== undefined && { "content-type": "application/json" }),
        ...assertionFor(as, "identity"),
        ...headers,
      },
      ...(body !== undefined && { body }),
    });
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.startsWith("application/json");
    return {
      status: response.status,
      headers: response.headers,
      body: isJson ? (JSON.parse(text) as unknown) : text,
    };
  };
  return {
    get: (path: string, options: Options = {}) => call("GET", path, undefined, options),
    post: (path: string, body?: unknown, options: Options = {}) =>
      call("POST", path, body === undefined ? undefined : JSON.stringify(body), options),
    patch: (path: string, body: unknown, options: Options = {}) =>
      call("PATCH", path, JSON.stringify(body), options),
    delete: (path: string, options: Options = {}) => call("DELETE", path, undefined, options),
    /** Posts a body unchanged. */
    postRaw: (path: string, body: string, options: Options = {}) =>
      call("POST", path, body, options),
  };
};

/** Starts the service in this process on free ports, with cheap passwords. */
export const startService = async (
  env: Record<string, string> = {},
  logger = createLogger({ service: "identity", level: "silent" }),
  passwordCost = cheapPasswords,
  clock = systemClock,
) => {
  const { lifecycle, stop, failures } = testLifecycle();
  const config = readConfig({ ...testEnv(), ...env });
  const { port, grpcPort } = await start({ config, logger, lifecycle, passwordCost, clock });
  return { ...client(port), port, grpcPort, stop, failures };
};

/** The environment of a separate process, which starts in half the time with compiled code. */
export const processEnv = () => ({ ...testEnv(), NODE_COMPILE_CACHE: compileCache });

const main = fileURLToPath(new URL("../src/main.ts", import.meta.url));

/** Starts the service in a separate process like `make up`. */
export const startProcess = async (env: Record<string, string> = {}) => {
  const port = await freePort();
  const child = spawn(process.execPath, [main], {
    env: { ...processEnv(), ...env, PORT: String(port) },
    stdio: ["ignore", "inherit", "inherit"],
  });
  await eventually(
    async () => expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200),
    { timeoutMs: 60_000 },
  );
  return { child, ...client(port) };
};

/** Kills a process, unless it has ended. */
export const kill = async (child: ChildProcess, signal: NodeJS.Signals = "SIGKILL") => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill(signal);
  await ended;
};

/** The session id in the cookie of a response; empty when there is none. */
export const sessionIn = (answer: Answer): string => {
  const [cookie] = answer.headers.getSetCookie();
  return /^__Host-sid=([^;]*);/.exec(cookie ?? "")?.[1] ?? "";
};

/** The caller that the gateway derives from the response to a login. */
export const callerIn = (answer: Answer): Extract<Caller, { kind: "user" }> => {
  const { id: userId, role } = userSchema.parse(answer.body);
  return { kind: "user", userId, role, sessionId: hashSecret(sessionIn(answer)) };
};

let names = 0;

/** A username that no other test of this file has. */
export const newName = (): string => {
  names += 1;
  return `user-${names}`;
};

export const password = "Correct-horse-1";
