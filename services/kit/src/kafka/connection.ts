import { Kafka, logLevel, type Message } from "kafkajs";
import { currentContext } from "../observability/context.ts";
import { type DeadLetter, letterHandler, toRetry } from "./dead-letters.ts";
import { toHeaders, type EventHandler, type EventRecord } from "./event.ts";
import { startConsumer, type KafkaConsumer } from "./consumer.ts";
import { createLane, type Lane } from "./serial-producer.ts";
import { beginCounts, handleMessage } from "./handle-message.ts";
import { createTopics, deadLetterTopic, retryTopic, type Topic } from "./topics.ts";
import { stopIdleTimers } from "./timers.ts";
import type { Logger } from "../observability/logger.ts";
import type { Metrics } from "../observability/metrics.ts";
import { beginSpan, messageResult } from "../observability/tracing.ts";

stopIdleTimers();

const clientRetry = { initialRetryTime: 100, maxRetryTime: 1_000, retries: 60 };
const sendDeadlineMs = 30_000;

/** What a consumer follows and does, and whom it tells when it can not go on. */
type Followed = Pick<Parameters<typeof startConsumer>[0], "groupId" | "topics" | "handle" | "fail">;

const checkReachable = async (kafka: Kafka) => {
  const admin = kafka.admin();
  await admin.connect();
  await admin.disconnect();
};

const createLanes = (kafka: Kafka) => {
  const lanes = new Map<string, Lane>();
  const connect = async () => {
    const producer = kafka.producer({
      idempotent: true,
      allowAutoTopicCreation: false,
      retry: { ...clientRetry, retries: Number.MAX_SAFE_INTEGER },
    });
    await producer.connect();
    return producer;
  };
  return {
    publish: (topic: string, message: Message): Promise<void> => {
      const lane = lanes.get(topic) ?? createLane(topic, connect);
      lanes.set(topic, lane);
      return lane.publish(message, sendDeadlineMs);
    },
    close: () => Promise.all([...lanes.values()].map((lane) => lane.close())),
  };
};

/**
 * Publishes and consumes; a broker that restarts is found again without our doing. Rejects when none answers
 * within about a minute.
 */
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
  await checkReachable(kafka);
  const lanes = createLanes(kafka);
  const consumers: KafkaConsumer[] = [];
  const follow = async (options: Followed): Promise<KafkaConsumer> => {
    const common = { kafka, retry: clientRetry, logger, metrics };
    const consumer = await startConsumer({ ...options, ...common });
    consumers.push(consumer);
    return consumer;
  };
  return {
    /** Creates what is missing of these topics and their dead-letter topics, and waits for their leaders. */
    ensureTopics: (topics: Topic[]) => createTopics(kafka, topics),
    /**
     * Publishes one message; resolves when all in-sync replicas have it, rejects after 30 seconds, when it
     * may still arrive later. Messages of one key arrive in the order of the calls.
     */
    publish: async (record: EventRecord): Promise<void> => {
      const { topic, key, value } = record;
      const parent = currentContext()?.traceparent;
      const span = beginSpan("producer", `send ${topic}`, parent);
      const headers = toHeaders(record, span?.traceparent ?? parent);
      try {
        await lanes.publish(topic, { key, value, headers });
        span?.end(messageResult(topic));
      } catch (error) {
        span?.end(messageResult(topic, "unpublished"));
        throw error;
      }
    },
    /** Consumes topics as one group until closed; `fail` is called when the consumer can not go on. */
    consume: async (options: {
      groupId: string;
      handlers: Record<string, EventHandler>;
      fail: (error: Error) => void;
    }) => {
      const { publish } = lanes;
      const topics = Object.keys(options.handlers);
      beginCounts(metrics, topics);
      return follow({
        ...options,
        topics: [...topics, ...topics.map(retryTopic)],
        handle: (received, signal) =>
          handleMessage({ ...options, publish, logger, metrics }, received, signal),
      });
    },
    /** Reads the dead letters of these topics as one group until closed; `handle` must be safe to repeat. */
    consumeDeadLetters: ({
      topics,
      handle,
      ...options
    }: {
      groupId: string;
      topics: string[];
      handle: (letter: DeadLetter) => Promise<void>;
      fail: (error: Error) => void;
    }) =>
      follow({
        ...options,
        topics: topics.map(deadLetterTopic),
        handle: letterHandler({ handle, logger }),
      }),
    /** Hands a dead letter to the group that gave it up; rejects when it is not known whether it will get it. */
    retry: (letter: DeadLetter): Promise<void> =>
      lanes.publish(retryTopic(letter.topic), toRetry(letter)),
    /** Names of consumers that have not fetched for three session timeouts. */
    stalled: () =>
      consumers.filter((consumer) => consumer.isStalled()).map(({ groupId }) => groupId),
    /** Consumers end their current message first, then what is being published is given two seconds. */
    close: async (): Promise<void> => {
      await Promise.all(consumers.map((consumer) => consumer.close()));
      await lanes.close();
    },
  };
};
/** A connection to the brokers. */
export type KafkaConnection = Awaited<ReturnType<typeof connectKafka>>;
