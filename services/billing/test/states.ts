import { connectKafka } from "@orbline/kit/kafka/connection";
import { createLogger } from "@orbline/kit/observability/logger";
import { createMetrics } from "@orbline/kit/observability/metrics";
import { testEngines } from "@orbline/kit/testing/engines";
import type { SubscriptionState__Output } from "@orbline/proto/gen/billing/v1/SubscriptionState";
import { subscriptionState } from "@orbline/proto/states";
import { topicIn, topics } from "@orbline/proto/topics";

/** A received state with its sequence number and the type of the change. */
export type ReadState = SubscriptionState__Output & { type: string; seq: number };

/** Reads one of billing's topics from its beginning, as other services do. */
const readTopic = async <State extends object>(
  { name }: { name: string },
  decode: (value: Buffer) => State,
) => {
  const { brokers, prefix } = testEngines();
  const kafka = await connectKafka({
    brokers,
    clientId: "test",
    logger: createLogger({ service: "test", level: "silent" }),
    metrics: createMetrics("test"),
  });
  const topic = topicIn(prefix, { name }, 3);
  await kafka.ensureTopics([topic]);
  const records = new Map<string, (State & { type: string; seq: number })[]>();
  await kafka.consume({
    groupId: `${prefix}reader-of-${name}`,
    handlers: {
      [topic.name]: ({ key, value, type, seq }) => {
        if (value) records.set(key, [...(records.get(key) ?? []), { ...decode(value), type, seq }]);
        return Promise.resolve();
      },
    },
    fail: (error) => {
      throw error;
    },
  });
  return { of: (key: string) => records.get(key) ?? [], close: kafka.close };
};

/** Reads `billing.subscriptions`. */
export const readStates = (): Promise<{
  of: (userId: string) => ReadState[];
  close: () => Promise<void>;
}> => readTopic(topics.subscriptions, subscriptionState.decode);
