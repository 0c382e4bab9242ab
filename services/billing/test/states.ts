import { connectKafka } from "@orbline/kit/kafka";
import { createLogger } from "@orbline/kit/logger";
import { createMetrics } from "@orbline/kit/metrics";
import { testEngines } from "@orbline/kit/testing/engines";
import type { SubscriptionState__Output } from "@orbline/proto/gen/billing/v1/SubscriptionState";
import { subscriptionState } from "@orbline/proto/states";
import { topicIn, topics } from "@orbline/proto/topics";

/** A state as it arrived, with its sequence number and the name of the change. */
export type ReadState = SubscriptionState__Output & { type: string; seq: number };

/** Reads `billing.subscriptions` from its beginning, as other services do. */
export const readStates = async () => {
  const { brokers, prefix } = testEngines();
  const kafka = await connectKafka({
    brokers,
    clientId: "test",
    logger: createLogger({ service: "test", level: "silent" }),
    metrics: createMetrics("test"),
  });
  const topic = topicIn(prefix, topics.subscriptions);
  await kafka.ensureTopics([topic]);
  const records = new Map<string, ReadState[]>();
  await kafka.consume({
    groupId: `${prefix}reader`,
    handlers: {
      [topic.name]: ({ key, value, type, seq }) => {
        if (value)
          records.set(key, [
            ...(records.get(key) ?? []),
            { ...subscriptionState.decode(value), type, seq },
          ]);
        return Promise.resolve();
      },
    },
    fail: (error) => {
      throw error;
    },
  });
  return { of: (userId: string) => records.get(userId) ?? [], close: kafka.close };
};
