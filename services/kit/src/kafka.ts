import { Kafka, logLevel, type Producer } from "kafkajs";
import { currentContext } from "./context.ts";
import { AppError } from "./errors.ts";
import { toHeaders, type EventHandler, type EventRecord } from "./events.ts";
import { startConsumer, type KafkaConsumer } from "./kafka-consumer.ts";
import { createTopics, type Topic } from "./kafka-topics.ts";
import { stopIdleTimers } from "./kafka-timers.ts";
import type { Logger } from "./logger.ts";
import type { Metrics } from "./metrics.ts";

stopIdleTimers();

const clientRetry = { initialRetryTime: 100, maxRetryTime: 1_000, retries: 60 };
const sendDeadlineMs = 30_000;

const withDeadline = async <T>(work: Promise<T>, ms: number): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () =>
        reject(new AppError("unavailable", "kafka.timeout", "the broker did not answer in time")),
      ms,
    );
  });
  try {
    return await Promise.race([work, expired]);
  } finally {
    clearTimeout(timer);
  }
};

const send = async (producer: Producer, record: EventRecord, headers: Record<string, string>) => {
  await withDeadline(
    producer.send({
      topic: record.topic,
      acks: -1,
      messages: [{ key: record.key, value: record.value, headers }],
    }),
    sendDeadlineMs,
  );
};

/** Connects a producer and makes consumers; a broker that restarts is found again without our doing. */
export const connectKafka = async ({
  brokers,
  clientId,
  logger,
  metrics,
}: {
  brokers: string[];
  clientId: string;
  logger: Logger;
  metrics: Metrics;
}) => {
  const kafka = new Kafka({
    brokers,
    clientId,
    connectionTimeout: 3_000,
    retry: clientRetry,
    logLevel: logLevel.WARN,
    logCreator: () => (entry) => logger.debug({ kafka: entry.namespace }, entry.log.message),
  });
  const producer = kafka.producer({
    idempotent: true,
    allowAutoTopicCreation: false,
    retry: { ...clientRetry, retries: Number.MAX_SAFE_INTEGER },
  });
  await producer.connect();
  const consumers: KafkaConsumer[] = [];
  return {
    /** Creates what is missing of these topics and their dead-letter topics, and waits for their leaders. */
    ensureTopics: (topics: Topic[]) => createTopics(kafka, topics),
    /** Publishes one message; resolves when all in-sync replicas have it. */
    publish: (record: EventRecord) =>
      send(producer, record, toHeaders(record, currentContext()?.traceparent)),
    /** Consumes topics as one group until closed; `fail` is called when the consumer can not go on. */
    consume: async (options: {
      groupId: string;
      handlers: Record<string, EventHandler>;
      fail: (error: Error) => void;
    }) => {
      const consumer = await startConsumer({ ...options, kafka, producer, logger, metrics });
      consumers.push(consumer);
      return consumer;
    },
    /** Names of consumers that have not fetched for three session timeouts. */
    stalled: () =>
      consumers.filter((consumer) => consumer.isStalled()).map(({ groupId }) => groupId),
    close: async () => {
      await Promise.all(consumers.map((consumer) => consumer.close()));
      await producer.disconnect();
    },
  };
};
export type KafkaConnection = Awaited<ReturnType<typeof connectKafka>>;
