import { testEngines } from "@orbline/kit/testing/engines";
import { readTopic, testKafka } from "@orbline/kit/testing/kafka";
import type { SubscriptionState__Output } from "@orbline/proto/gen/billing/v1/SubscriptionState";
import { subscriptionState } from "@orbline/proto/states";
import { topicIn, topics } from "@orbline/proto/topics";

/** A received state with its sequence number and the type of the change. */
export type ReadState = SubscriptionState__Output & { type: string; seq: number };

/** Reads `billing.subscriptions` from its beginning, as other services do. */
export async function readStates() {
  const { brokers, prefix } = testEngines();
  const kafka = await testKafka({ brokers });
  const topic = topicIn(prefix, topics.subscriptions, 3);
  await kafka.ensureTopics([topic]);
  const records = await readTopic(kafka, topic.name);
  return {
    of: (userId: string): ReadState[] =>
      records.flatMap(({ key, value, type, seq }) =>
        key === userId && value ? [{ ...subscriptionState.decode(value), type, seq }] : [],
      ),
    close: kafka.close,
  };
}
