import { retryTopic } from "@orbline/kit/kafka/topics";
import type { Kafka } from "kafkajs";
import type { DeadLetter } from "./read-dead-letters.ts";

/**
 * Sends dead letters back to the groups that failed to handle them, but not the superseded ones: an old state must
 * not bring back the data of an erased user. Safe to repeat, because handlers compare sequence numbers.
 */
export async function replayDeadLetters(
  kafka: Kafka,
  letters: DeadLetter[],
): Promise<DeadLetter[]> {
  const replayed = letters.filter(({ superseded }) => !superseded);
  const producer = kafka.producer({ idempotent: true, allowAutoTopicCreation: false });
  await producer.connect();
  try {
    for (const { topic, message } of replayed)
      await producer.send({ topic: retryTopic(topic), acks: -1, messages: [message] });
  } finally {
    await producer.disconnect();
  }
  return replayed;
}
