import type { Caller, SessionRole } from "@orbline/kit/auth";
import { createLogger } from "@orbline/kit/observability/logger";
import { testEngines } from "@orbline/kit/testing/engines";
import { testUserData } from "@orbline/kit/testing/grpc";
import { testKafka } from "@orbline/kit/testing/kafka";
import { assertionFor, testKeys, testTokens } from "@orbline/kit/testing/keys";
import { testLifecycle } from "@orbline/kit/testing/lifecycle";
import type { SubscriptionState } from "@orbline/proto/gen/billing/v1/SubscriptionState";
import type { UserState } from "@orbline/proto/gen/identity/v1/UserState";
import { subscriptionState, userState } from "@orbline/proto/states";
import { topicIn, topics } from "@orbline/proto/topics";
import { readConfig } from "../src/config.ts";
import { start } from "../src/main.ts";
import { startOwners, subscription } from "./fakes.ts";

const logger = createLogger({ service: "test", level: "silent" });

const caller = (role: SessionRole): Caller => ({
  kind: "user",
  userId: `usr_${role}`,
  role,
  sessionId: "0".repeat(64),
});

/** Keys the audit log. */
export const auditKey = "a-key-of-the-audit-log";

/** The kinds of callers. */
export const callers = {
  anonymous: { kind: "anonymous" } as Caller,
  user: caller("user"),
  dashboard: caller("dashboard"),
  unenrolled: caller("unenrolled"),
  admin: caller("admin"),
};

/** Admin in this process on real engines; the test publishes to the topics that it consumes. */
export const startService = async ({
  now = () => new Date(),
  env = {},
}: { now?: () => Date; env?: Record<string, string> } = {}) => {
  const { lifecycle, stop } = testLifecycle();
  const { mongoUrl, brokers, prefix } = testEngines();
  const owners = await startOwners();
  const kafka = await testKafka({ brokers });
  const config = readConfig({
    NODE_ENV: "test",
    PORT: "0",
    GRPC_PORT: "0",
    MONGO_URL: mongoUrl,
    KAFKA_BROKERS: brokers.join(","),
    KAFKA_PARTITIONS: "3",
    NAMESPACE: prefix,
    ASSERTION_PUBLIC_KEY: testKeys.env.ASSERTION_PUBLIC_KEY,
    GRPC_TOKENS: JSON.stringify(testTokens),
    GRPC_TOKEN: testTokens["admin"] ?? "",
    AUDIT_KEY: auditKey,
    ...owners.env,
    ...env,
  });
  const { port, grpcPort } = await start({ config, logger, lifecycle, clock: { now } });
  const accounts = testUserData({ port: grpcPort });

  const publish =
    (topic: { name: string }, source: string) => (key: string, seq: number, value: Buffer | null) =>
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
    billing: owners.billing,
    money: owners.money,
    mongoUrl,
    port,
    grpcPort,
    /** A client of admin's gRPC with identity's credentials. */
    accounts,
    /** Publishes a state of an account; undefined erases it. */
    account: (id: string, seq: number, fields: Partial<UserState> | undefined) =>
      publishUser(
        id,
        seq,
        fields
          ? userState.encode({ id, emailVerified: false, role: "user", createdAtMs: 1, ...fields })
          : null,
      ),
    /** Publishes a state of a subscription. */
    subscribed: (userId: string, seq: number, fields: Partial<SubscriptionState>) =>
      publishState(userId, seq, subscriptionState.encode(subscription({ userId, ...fields }))),
    /** Publishes the erasure of a subscription. */
    unsubscribed: (userId: string, seq: number) => publishState(userId, seq, null),
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
      accounts.close();
      await stop();
      await kafka.close();
      await owners.close();
    },
  };
};
export type Service = Awaited<ReturnType<typeof startService>>;
