import type { Caller } from "@orbline/kit/auth";
import type { Clock } from "@orbline/kit/clock";
import { createLogger } from "@orbline/kit/observability/logger";
import { testEngines } from "@orbline/kit/testing/engines";
import { testGrpc, testUserData } from "@orbline/kit/testing/grpc";
import { assertionFor, testKeys, testTokens } from "@orbline/kit/testing/keys";
import { testLifecycle } from "@orbline/kit/testing/lifecycle";
import { readConfig as readIdentityConfig } from "@orbline/identity/config";
import { start as startIdentity } from "@orbline/identity/main";
import { cheapPasswords } from "@orbline/identity/testing/cheap-passwords";
import { freePort } from "@orbline/engines/ports";
import type { BillingAccountsServiceDefinition } from "@orbline/proto/gen/billing/v1/BillingAccountsService";
import type { BillingAdminServiceDefinition } from "@orbline/proto/gen/billing/v1/BillingAdminService";
import type { BillingServiceDefinition } from "@orbline/proto/gen/billing/v1/BillingService";
import { providerPrices } from "@orbline/proto/constants/plans";
import { createSandbox, type Sandbox, type SandboxOptions } from "@orbline/stripe-sandbox/sandbox";
import { startFakeAccounts } from "./fake-accounts.ts";
import { readConfig } from "../src/config.ts";
import { start } from "../src/main.ts";

const secretKey = "sk_test_billing_integration";
/** The secret that the sandbox signs with. */
export const webhookSecret = "whsec_billing_integration";

/** A signed-in caller as the gateway names it. */
export const user = (userId: string): Caller => ({
  kind: "user",
  userId,
  role: "user",
  sessionId: "0".repeat(64),
});

export const anonymous: Caller = { kind: "anonymous" };

const commonEnv = (name: string) => {
  const { mongoUrl, brokers, redisUrl, prefix } = testEngines();
  return {
    NODE_ENV: "test",
    LOG_LEVEL: "silent",
    PORT: "0",
    GRPC_PORT: "0",
    MONGO_URL: `${mongoUrl}_${name}`,
    KAFKA_BROKERS: brokers.join(","),
    KAFKA_PARTITIONS: "3",
    REDIS_URL: redisUrl,
    NAMESPACE: prefix,
    ASSERTION_PUBLIC_KEY: testKeys.env.ASSERTION_PUBLIC_KEY,
    GRPC_TOKENS: JSON.stringify(testTokens),
    GRPC_TOKEN: testTokens[name] ?? "",
  };
};

const publicOrigin = "http://127.0.0.1:8080";

/** The environment of identity, which calls billing on this port. */
const identityEnv = (billingGrpcPort: number): Record<string, string> => ({
  ...commonEnv("identity"),
  BILLING_GRPC: `127.0.0.1:${billingGrpcPort}`,
  PREDICTION_GRPC: `127.0.0.1:${billingGrpcPort}`,
  ADMIN_GRPC: `127.0.0.1:${billingGrpcPort}`,
  PUBLIC_ORIGIN: publicOrigin,
  FACTOR_KEY: "a-factor-key-of-the-tests",
});

/** The environment of billing on this test file's engines. */
const billingEnv = (
  sandboxUrl: string,
  { identity, grpc }: { identity: string; grpc: number },
): Record<string, string> => ({
  ...commonEnv("billing"),
  GRPC_PORT: String(grpc),
  IDENTITY_GRPC: identity,
  PUBLIC_ORIGIN: publicOrigin,
  STRIPE_SECRET_KEY: secretKey,
  STRIPE_API_BASE: sandboxUrl,
  STRIPE_WEBHOOK_SECRET: webhookSecret,
  SELF_EXCLUSION_KEY: "a-key-of-self-exclusions",
  SWEEP_SECONDS: "0.2",
});

/** A clock that a test moves. */
export const testClock = () => {
  let offsetMs = 0;
  const clock: Clock = { now: () => new Date(Date.now() + offsetMs) };
  return { clock, advance: (ms: number) => (offsetMs += ms) };
};

/** Starts identity and the sandbox in this process for a billing service. */
export const startSurroundings = async () => {
  const { lifecycle, stop } = testLifecycle();
  const logger = createLogger({ service: "test", level: "silent" });
  const sandbox = createSandbox({
    secretKey,
    catalog: providerPrices,
    webhookSecret,
    retryBaseMs: 50,
  });
  const { url } = await sandbox.listen(0);
  const grpc = await freePort();
  const config = readIdentityConfig(identityEnv(grpc));
  const identity = await startIdentity({ config, logger, lifecycle, passwordCost: cheapPasswords });
  return {
    env: billingEnv(url, { identity: `127.0.0.1:${identity.grpcPort}`, grpc }),
    identity,
    sandbox,
    stop: async () => {
      await stop();
      await sandbox.close();
    },
  };
};

/** Starts a fake identity and the sandbox with ports for a billing process without sign-ups. */
export const startFakes = async (options: Pick<SandboxOptions, "wallMs"> = {}) => {
  const sandbox = createSandbox({
    secretKey,
    catalog: providerPrices,
    webhookSecret,
    retryBaseMs: 50,
    ...options,
  });
  const { url } = await sandbox.listen(0);
  const accounts = await startFakeAccounts();
  const [port, grpc] = [await freePort(), await freePort()];
  const env = billingEnv(url, { identity: accounts.address, grpc });
  sandbox.control.setWebhookUrl(`http://127.0.0.1:${port}/api/webhooks/stripe`);
  return {
    env: { ...env, PORT: String(port) } as Record<string, string>,
    sandbox,
    emails: accounts.emails,
    verified: accounts.verified,
    billing: { port, grpcPort: grpc },
    stop: async () => {
      await accounts.close();
      await sandbox.close();
    },
  };
};

/** A client of billing's gRPC with admin's credentials. */
export const adminGrpc = (port: number) =>
  testGrpc<BillingServiceDefinition>({
    file: "billing/v1/billing.proto",
    name: "billing.v1.BillingService",
    port,
    caller: "admin",
  });

/** A client of billing's gRPC for payments and webhooks with admin's credentials. */
export const operationsGrpc = (port: number) =>
  testGrpc<BillingAdminServiceDefinition>({
    file: "billing/v1/billing_admin.proto",
    name: "billing.v1.BillingAdminService",
    port,
    caller: "admin",
  });

/** A client of billing's gRPC with identity's credentials. */
export const accountsGrpc = (port: number) => {
  const { close, ...purchases } = testGrpc<BillingAccountsServiceDefinition>({
    file: "billing/v1/billing_accounts.proto",
    name: "billing.v1.BillingAccountsService",
    port,
    caller: "identity",
  });
  const userData = testUserData({ port });
  return {
    ...purchases,
    ...userData,
    close: () => {
      close();
      userData.close();
    },
  };
};

type StartOptions = Partial<Pick<Parameters<typeof start>[0], "logger" | "wrapPort">>;

/** Starts billing in this process, connected to these surroundings. */
const startAmid = async <
  Surroundings extends {
    env: Record<string, string>;
    sandbox: Sandbox;
    stop: () => Promise<void>;
  },
>(
  surroundings: Surroundings,
  settings: Record<string, string>,
  { logger = createLogger({ service: "test", level: "silent" }), ...options }: StartOptions = {},
) => {
  const { lifecycle, stop } = testLifecycle();
  const time = testClock();
  const env = { ...surroundings.env, ...settings };
  const config = readConfig(env);
  const billing = await start({ ...options, config, logger, lifecycle, clock: time.clock });
  const { control } = surroundings.sandbox;
  control.setWebhookUrl(`http://127.0.0.1:${billing.port}/api/webhooks/stripe`);
  const grpc = adminGrpc(billing.grpcPort);
  const accounts = accountsGrpc(billing.grpcPort);
  return {
    ...surroundings,
    env,
    billing,
    time,
    grpc,
    accounts,
    stop: async () => {
      grpc.close();
      accounts.close();
      await stop();
      await surroundings.stop();
    },
  };
};

/**
 * Starts identity, the sandbox and billing in this process, connected to each other. Settings, log and ports can be
 * overridden.
 */
export const startSystem = async (settings: Record<string, string> = {}, options?: StartOptions) =>
  startAmid(await startSurroundings(), settings, options);
export type System = Awaited<ReturnType<typeof startSystem>>;

/**
 * Starts the sandbox and billing with a fake identity. Work is repeated every five seconds, and no event is fetched, so
 * that each event comes by its webhook alone.
 */
export const startLivesSystem = async () =>
  startAmid(await startFakes(), { POLL_SECONDS: "86400", SWEEP_SECONDS: "5" });

type Answer<Body> = { status: number; headers: Headers; body: Body };

/** Calls billing as the gateway does. */
export const call = async <Body>(
  port: number,
  method: string,
  path: string,
  { as = anonymous, body }: { as?: Caller; body?: unknown } = {},
): Promise<Answer<Body>> => {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: {
      ...assertionFor(as, "billing"),
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Body,
  };
};

/** Reads a list as an admin. */
export const adminGet = async <Body>(port: number, path: string): Promise<Body> => {
  const as: Caller = {
    kind: "user",
    userId: "usr_admin",
    role: "admin",
    sessionId: "0".repeat(64),
  };
  const { status, body } = await call<Body>(port, "GET", path, { as });
  if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
  return body;
};

export const goodCard = "4242 4242 4242 4242";
export const declinedCard = "4000 0000 0000 0002";

/** Pays on the checkout page as a browser does. The name determines the card's fingerprint. */
export const pay = (url: string, name: string, cardNumber = goodCard) =>
  fetch(url, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams({
      email: `${name}@example.com`,
      cardNumber,
      cardExpiry: "12 / 40",
      cardCvc: "123",
      billingName: name,
    }),
  });

let names = 0;

/** A buyer's name that no other test of this file has. */
export const newName = (): string => {
  names += 1;
  return `buyer-${names}`;
};
