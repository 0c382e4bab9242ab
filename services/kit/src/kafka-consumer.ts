import type { Kafka, KafkaMessage, Producer } from "kafkajs";
import { withContext } from "./context.ts";
import { fromHeaders, type EventHandler } from "./events.ts";
import { handleWithRetry } from "./kafka-retry.ts";
import { deadLetterTopic } from "./kafka-topics.ts";
import type { Logger } from "./logger.ts";
import type { Metrics } from "./metrics.ts";

const sessionTimeoutMs = 6_000;

/** A running consumer group member. */
export type KafkaConsumer = {
  groupId: string;
  isStalled: () => boolean;
  close: () => Promise<void>;
};

type Options = {
  kafka: Kafka;
  producer: Producer;
  groupId: string;
  handlers: Record<string, EventHandler>;
  fail: (error: Error) => void;
  logger: Logger;
  metrics: Metrics;
};

const readHeaders = (message: KafkaMessage): Record<string, string> =>
  Object.fromEntries(
    Object.entries(message.headers ?? {}).map(([name, value]) => [name, String(value)]),
  );

const sendDeadLetter = async (
  { producer, groupId }: Options,
  letter: { topic: string; partition: number; message: KafkaMessage; reason: string },
) => {
  const { topic, partition, message, reason } = letter;
  await producer.send({
    topic: deadLetterTopic(topic),
    acks: -1,
    messages: [
      {
        key: message.key,
        value: message.value,
        headers: {
          ...message.headers,
          dlq_reason: reason.slice(0, 500),
          dlq_topic: topic,
          dlq_partition: String(partition),
          dlq_offset: message.offset,
          dlq_group: groupId,
        },
      },
    ],
  });
};

const handleMessage = async (
  options: Options,
  received: {
    topic: string;
    partition: number;
    message: KafkaMessage;
    heartbeat: () => Promise<void>;
  },
) => {
  const { topic, message, heartbeat } = received;
  const { handlers, logger, metrics } = options;
  const headers = readHeaders(message);
  const traceparent = headers["traceparent"];
  const context = {
    requestId: headers["ce_id"] ?? `${topic}:${message.offset}`,
    ...(traceparent && { traceparent }),
  };
  await withContext(context, async () => {
    const handle = async () => {
      const event = fromHeaders({
        topic,
        key: message.key?.toString(),
        value: message.value,
        headers,
      });
      await handlers[topic]?.(event);
    };
    const outcome = await handleWithRetry(handle, { heartbeat, logger });
    metrics.messages.inc({ topic, outcome: outcome.kind });
    if (outcome.kind === "handled") return;
    logger.error(
      { topic, reason: outcome.reason, err: outcome.error },
      "message moved to dead letters",
    );
    await sendDeadLetter(options, { ...received, reason: outcome.reason });
  });
};

/** Starts one consumer; no error of a handler ever reaches kafkajs, because most would stop it for good. */
export const startConsumer = async (options: Options): Promise<KafkaConsumer> => {
  const { kafka, groupId, handlers, fail, logger } = options;
  const consumer = kafka.consumer({
    groupId,
    sessionTimeout: sessionTimeoutMs,
    heartbeatInterval: 1_500,
    rebalanceTimeout: 15_000,
    maxWaitTimeInMs: 1_000,
    allowAutoTopicCreation: false,
  });
  let fetchedAt = Date.now();
  consumer.on(consumer.events.FETCH, () => {
    fetchedAt = Date.now();
  });
  consumer.on(consumer.events.CRASH, ({ payload }) => {
    logger.error({ err: payload.error, groupId }, "consumer crashed");
    if (!payload.restart) fail(payload.error);
  });
  await consumer.connect();
  await consumer.subscribe({ topics: Object.keys(handlers), fromBeginning: true });
  await consumer.run({ eachMessage: (received) => handleMessage(options, received) });
  return {
    groupId,
    isStalled: () => Date.now() - fetchedAt > 3 * sessionTimeoutMs,
    close: () => consumer.disconnect(),
  };
};
