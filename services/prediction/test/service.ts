import { AppError } from "@orbline/kit/errors";
import type { IdentityServiceDefinition } from "@orbline/proto/gen/identity/v1/IdentityService";
import type { Caller } from "@orbline/kit/auth";
import { serveGrpc } from "@orbline/kit/grpc/server";
import { grpcService } from "@orbline/kit/grpc/handler";
import { createLogger } from "@orbline/kit/observability/logger";
import { connectMongo } from "@orbline/kit/mongo/connection";
import { testEngines } from "@orbline/kit/testing/engines";
import { testKafka } from "@orbline/kit/testing/kafka";
import { assertionFor, testKeys, testSigningKey, testTokens } from "@orbline/kit/testing/keys";
import { testLifecycle } from "@orbline/kit/testing/lifecycle";
import { type Prediction, predictionSchema } from "@orbline/proto/http/prediction/prediction";
import type { BillingServiceDefinition } from "@orbline/proto/gen/billing/v1/BillingService";
import type { SubscriptionState } from "@orbline/proto/gen/billing/v1/SubscriptionState";
import { subscriptionState } from "@orbline/proto/states";
import { topicIn, topics } from "@orbline/proto/topics";
import { expect } from "vitest";
import { readConfig } from "../src/config.ts";
import { start } from "../src/main.ts";
import { settableClock } from "../src/testing/season.ts";

const logger = createLogger({ service: "test", level: "silent" });
type Entitlement = { entitled: boolean; accessUntilMs?: number; trialing?: boolean };

/** A fake billing: its gRPC responses and its topic. Users without an entry are not entitled. */
export const fakeBilling = async () => {
  const { brokers, prefix } = testEngines();
  const owned = new Map<string, Entitlement>();
  const requested: string[] = [];
  const refuse = () => Promise.reject(new Error("not for this service"));
  const service = grpcService<BillingServiceDefinition>({
    file: "billing/v1/billing.proto",
    name: "billing.v1.BillingService",
    allow: {
      GetEntitlement: ["prediction"],
      GetSubscription: [],
      ActivateSubscription: [],
      CancelSubscription: [],
    },
    handlers: {
      GetEntitlement: ({ userId }) => {
        requested.push(userId);
        return Promise.resolve({ version: 1, ...(owned.get(userId) ?? { entitled: false }) });
      },
      GetSubscription: refuse,
      ActivateSubscription: refuse,
      CancelSubscription: refuse,
    },
  });
  const server = { services: [service], tokens: testTokens, host: "127.0.0.1", port: 0, logger };
  const grpc = await serveGrpc(server);
  const kafka = await testKafka({ brokers });
  const topic = topicIn(prefix, topics.subscriptions, 3);
  await kafka.ensureTopics([topic]);
  return {
    address: `127.0.0.1:${grpc.port}`,
    owned,
    requested,
    /** Publishes a user's state as billing's relay would; null erases. */
    publish: (userId: string, seq: number, state: SubscriptionState | null) =>
      kafka.publish({
        topic: topic.name,
        key: userId,
        seq,
        value: state && subscriptionState.encode({ userId, ...state }),
        type: "subscription.activated",
        source: "billing",
        time: new Date(),
      }),
    stopAnswering: grpc.close,
    close: async () => {
      await kafka.close();
      await grpc.close();
    },
  };
};

/** A fake identity: accounts by user id. */
export const fakeIdentity = async () => {
  const accounts = new Map<string, { username: string; email?: string; emailVerified: boolean }>();
  const service = grpcService<IdentityServiceDefinition>({
    file: "identity/v1/identity.proto",
    name: "identity.v1.IdentityService",
    allow: { GetUser: ["prediction"], SignUp: [] },
    handlers: {
      GetUser: ({ id = "" }) => {
        const account = accounts.get(id);
        if (!account) throw new AppError("not-found", "user.not-found", "no such user");
        return Promise.resolve({ user: { id, role: "user", ...account } });
      },
      SignUp: () => Promise.reject(new Error("not for this service")),
    },
  });
  const grpc = await serveGrpc({
    services: [service],
    tokens: testTokens,
    host: "127.0.0.1",
    port: 0,
    logger,
  });
  return { address: `127.0.0.1:${grpc.port}`, accounts, close: grpc.close };
};

/** The environment of the service on this test file's engines. */
export const testEnv = (billing: string) => {
  const { mongoUrl, brokers, prefix } = testEngines();
  return {
    NODE_ENV: "test",
    LOG_LEVEL: "silent",
    PORT: "0",
    MONGO_URL: mongoUrl,
    KAFKA_BROKERS: brokers.join(","),
    KAFKA_PARTITIONS: "3",
    NAMESPACE: prefix,
    ADMIN_GRPC: "127.0.0.1:9",
    BILLING_GRPC: billing,
    IDENTITY_GRPC: "127.0.0.1:9",
    PUBLIC_ORIGIN: "https://orbline.test",
    ASSERTION_PUBLIC_KEY: testKeys.env.ASSERTION_PUBLIC_KEY,
    GRPC_PORT: "0",
    GRPC_TOKEN: testTokens["prediction"] ?? "",
    GRPC_TOKENS: JSON.stringify(testTokens),
    SETTLE_SECONDS: "3600",
    PREDICTIONS_PER_MINUTE: "100000",
    PREDICTIONS_PER_DAY: "100000",
    RECORD_SIGNING_KEY: testSigningKey,
  };
};

/** A signed-in caller as the gateway names it. */
export const user = (userId: string): Caller => ({
  kind: "user",
  userId,
  role: "user",
  sessionId: "0".repeat(64),
});

type Options = { as?: Caller; headers?: Record<string, string> };

/** Calls the service as the gateway would. */
export const client = (port: number) => {
  const call = async (method: string, path: string, body: string | undefined, options: Options) => {
    const { as = { kind: "anonymous" }, headers } = options;
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: {
        ...(body !== undefined && { "content-type": "application/json" }),
        ...assertionFor(as, "prediction"),
        ...headers,
      },
      ...(body !== undefined && { body }),
    });
    const answer: unknown = response.status === 204 ? undefined : await response.json();
    return { status: response.status, headers: response.headers, body: answer };
  };
  return {
    get: (path: string, options: Options = {}) => call("GET", path, undefined, options),
    post: (path: string, body: unknown, options: Options = {}) =>
      call("POST", path, JSON.stringify(body), options),
    patch: (path: string, body: unknown, options: Options = {}) =>
      call("PATCH", path, JSON.stringify(body), options),
    delete: (path: string, options: Options = {}) => call("DELETE", path, undefined, options),
    /** Posts a body as it is. */
    postRaw: (path: string, body: string, options: Options = {}) =>
      call("POST", path, body, options),
  };
};
export type Client = ReturnType<typeof client>;

/** Noon of a Wednesday: every sport has upcoming games. */
export const noon = "2030-03-06T12:00:00Z";

/** Starts the service in this process, on ports and with a clock of its own. */
export const startService = async (billing: string, env: Record<string, string> = {}) => {
  const { lifecycle, stop, failures } = testLifecycle();
  const config = readConfig({ ...testEnv(billing), ...env });
  const time = settableClock(noon);
  const { port, grpcPort } = await start({ config, logger, lifecycle, clock: time });
  return { ...client(port), port, grpcPort, time, stop, failures };
};

/** The service beside a fake billing, with its database. */
export const openService = async () => {
  const billing = await fakeBilling();
  const service = await startService(billing.address);
  const database = await openPredictions(testEngines().mongoUrl);
  return {
    billing,
    service,
    database,
    predict: (userId: string, requestBody: object) => predictAt(service, userId, requestBody),
    close: async () => {
      await database.close();
      await service.stop();
      await billing.close();
    },
  };
};

/** Two processes of the service beside one fake billing. */
export const openPair = async () => {
  const { service: one, ...opened } = await openService();
  const other = await startService(opened.billing.address);
  const close = async () => {
    await other.stop();
    await opened.close();
  };
  return { ...opened, one, other, close };
};

/** Requests a prediction, which must succeed; returns it without the notes that only this response has. */
export const predictAt = async ({ post }: Client, userId: string, requestBody: object) => {
  const { status, body } = await post("/api/new-prediction", requestBody, { as: user(userId) });
  expect(status).toBe(200);
  const {
    isEarlier: _mark,
    insaneToday: _count,
    ...prediction
  } = body as Prediction & {
    isEarlier?: boolean;
    insaneToday?: object;
  };
  return exactly(predictionSchema, prediction);
};

/** The stored predictions. */
export const openPredictions = async (mongoUrl: string) => {
  const database = await connectMongo({ url: mongoUrl, logger });
  const predictions = database.collection<{ [field: string]: unknown }>("predictions");
  const collection = (name: string) => database.collection(name);
  /** Number of documents with data of a user. */
  const tracesOf = async (userId: string) => {
    const byId = [
      "user_betting_profiles",
      "entitlements",
      "guardrails",
      "notification_settings",
    ].map((name) => database.collection<{ _id: string }>(name).countDocuments({ _id: userId }));
    const byUser = ["predictions", "analyses", "push_devices"].map((name) =>
      database.collection(name).countDocuments({ userId }),
    );
    const counts = await Promise.all([...byUser, ...byId]);
    return counts.reduce((sum, count) => sum + count, 0);
  };
  /** Makes leased messages of an outbox due again at once, as the minute of a lease does after a kill. */
  const endLeases = (outbox: string) =>
    database
      .collection(outbox)
      .updateMany({ dueAt: { $gt: new Date() } }, { $set: { dueAt: new Date() } });
  return {
    connection: database,
    predictions,
    collection,
    tracesOf,
    endLeases,
    close: () => database.close(),
  };
};

let users = 0;

/** A user that no other test of this file has. */
export const newUser = (): string => {
  users += 1;
  return `usr_${users}`;
};

/** Such a user with a subscription. */
export const newSubscriber = ({ owned }: { owned: Map<string, Entitlement> }): string => {
  const userId = newUser();
  owned.set(userId, { entitled: true });
  return userId;
};

/** Parses a response and checks that it has exactly the documented fields. */
export const exactly = <T>(schema: { parse: (value: unknown) => T }, body: unknown): T => {
  const parsed = schema.parse(body);
  expect(body).toEqual(parsed);
  return parsed;
};
