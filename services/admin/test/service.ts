import type { Caller } from "@orbline/kit/auth";
import { AppError } from "@orbline/kit/errors";
import { serveGrpc } from "@orbline/kit/grpc";
import { grpcService } from "@orbline/kit/grpc-handler";
import { connectKafka } from "@orbline/kit/kafka";
import { createLogger } from "@orbline/kit/logger";
import { createMetrics } from "@orbline/kit/metrics";
import { testEngines } from "@orbline/kit/testing/engines";
import { assertionFor, testKeys, testTokens } from "@orbline/kit/testing/keys";
import { testLifecycle } from "@orbline/kit/testing/lifecycle";
import type { BillingServiceDefinition } from "@orbline/proto/gen/billing/v1/BillingService";
import type { SubscriptionState } from "@orbline/proto/gen/billing/v1/SubscriptionState";
import type { UserState } from "@orbline/proto/gen/identity/v1/UserState";
import { subscriptionState, userState } from "@orbline/proto/states";
import { topicIn, topics } from "@orbline/proto/topics";
import { readConfig } from "../src/config.ts";
import { start } from "../src/main.ts";

const logger = createLogger({ service: "test", level: "silent" });

/** A state of a subscription, none unless a test says otherwise. */
export const subscription = (fields: Partial<SubscriptionState> = {}): SubscriptionState => ({
  userId: "",
  status: "none",
  accessStatus: "none",
  tier: "free",
  plan: "",
  entitled: false,
  ...fields,
});

/** Billing as another system: it records commands, answers as told, and can be down. */
const startBilling = async () => {
  const commands: { method: string; request: object }[] = [];
  const billing = { isDown: false, version: 1, commands };
  const answer = (
    method: string,
    request: { userId: string },
    fields: Partial<SubscriptionState>,
  ) => {
    if (billing.isDown) throw new AppError("unavailable", "unavailable", "billing is away");
    commands.push({ method, request });
    return Promise.resolve({
      subscription: subscription({ userId: request.userId, ...fields }),
      version: billing.version,
    });
  };
  const active = { status: "active", tier: "premium", entitled: true };
  const server = await serveGrpc({
    services: [
      grpcService<BillingServiceDefinition>({
        file: "billing/v1/billing.proto",
        name: "billing.v1.BillingService",
        allow: {
          GetEntitlement: [],
          GetSubscription: ["admin"],
          ActivateSubscription: ["admin"],
          CancelSubscription: ["admin"],
        },
        handlers: {
          GetEntitlement: () => Promise.resolve({}),
          GetSubscription: async (request) => ({
            ...(await answer("get", request, active)),
            providerCustomerId: "cus_1",
            providerSubscriptionId: "sub_1",
            provider: { status: "active", plan: "monthly", cancelAtPeriodEnd: false },
          }),
          ActivateSubscription: (request) => answer("activate", request, active),
          CancelSubscription: (request) => answer("cancel", request, { status: "canceled" }),
        },
      }),
    ],
    tokens: testTokens,
    host: "127.0.0.1",
    port: 0,
    logger,
  });
  return { billing, port: server.port, close: server.close };
};

const caller = (role: "user" | "admin"): Caller => ({
  kind: "user",
  userId: `usr_${role}`,
  role,
  sid: "0".repeat(64),
});

/** Who may call: the three kinds of callers that the gateway tells apart. */
export const callers = {
  anonymous: { kind: "anonymous" } as Caller,
  user: caller("user"),
  admin: caller("admin"),
};

/** Admin in this process on real engines, with the topics it follows in the test's hand. */
export const startService = async () => {
  const { lifecycle, stop } = testLifecycle();
  const { mongoUrl, brokers, prefix } = testEngines();
  const { billing, port: billingPort, close } = await startBilling();
  const kafka = await connectKafka({
    brokers,
    clientId: "test",
    logger,
    metrics: createMetrics("test"),
  });
  const config = readConfig({
    NODE_ENV: "test",
    PORT: "0",
    MONGO_URL: mongoUrl,
    KAFKA_BROKERS: brokers.join(","),
    NAMESPACE: prefix,
    ASSERTION_PUBLIC_KEY: testKeys.env.ASSERTION_PUBLIC_KEY,
    GRPC_TOKEN: testTokens["admin"] ?? "",
    BILLING_GRPC: `127.0.0.1:${billingPort}`,
  });
  const { port } = await start({ config, logger, lifecycle });

  const publish =
    (topic: { name: string; partitions: number }, source: string) =>
    (key: string, seq: number, value: Buffer | null) =>
      kafka.publish({
        topic: topicIn(prefix, topic).name,
        key,
        seq,
        value,
        type: "test.state",
        source,
        time: new Date(),
      });
  const publishUser = publish(topics.users, "identity");
  const publishState = publish(topics.subscriptions, "billing");

  return {
    billing,
    mongoUrl,
    /** identity's newest word on an account; undefined means that it is gone. */
    account: (id: string, seq: number, fields: Partial<UserState> | undefined) =>
      publishUser(
        id,
        seq,
        fields
          ? userState.encode({ id, emailVerified: false, role: "user", createdAtMs: 1, ...fields })
          : null,
      ),
    /** billing's newest word on a subscription. */
    subscribed: (userId: string, seq: number, fields: Partial<SubscriptionState>) =>
      publishState(userId, seq, subscriptionState.encode(subscription({ userId, ...fields }))),
    call: async <Body>(
      method: string,
      path: string,
      { as = callers.admin, body }: { as?: Caller; body?: unknown } = {},
    ) => {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, {
        method,
        headers: {
          ...assertionFor(as, "admin"),
          ...(body !== undefined && { "content-type": "application/json" }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const { status, headers } = response;
      return { status, headers, body: (await response.json()) as Body };
    },
    stop: async () => {
      await stop();
      await kafka.close();
      await close();
    },
  };
};
export type Service = Awaited<ReturnType<typeof startService>>;
