import { testEngines } from "@orbline/kit/testing/engines";
import { testKafka } from "@orbline/kit/testing/kafka";
import { guardrailsState } from "@orbline/proto/states";
import { topicIn, topics } from "@orbline/proto/topics";

/** Publishes self-exclusions as prediction's relay does. */
export const selfExclusions = async () => {
  const kafka = await testKafka({ brokers: testEngines().brokers });
  return {
    exclude: (userId: string, seq: number, until: Date) =>
      kafka.publish({
        topic: topicIn(testEngines().prefix, topics.guardrails).name,
        key: userId,
        seq,
        value: guardrailsState.encode({ userId, selfExcludedUntilMs: until.getTime() }),
        type: "guardrails.changed",
        source: "prediction",
        time: new Date(),
      }),
    close: () => kafka.close(),
  };
};
