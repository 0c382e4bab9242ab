import { setTimeout as delay } from "node:timers/promises";
import type { Consumer, EachMessagePayload, Kafka, RetryOptions } from "kafkajs";
import type { Logger } from "./logger.ts";
import type { Metrics } from "./metrics.ts";

const sessionTimeoutMs = 6_000;
const stalledAfterMs = 3 * sessionTimeoutMs;

/** A running consumer group member. */
export type KafkaConsumer = {
  groupId: string;
  /** Whether it has not fetched for three session timeouts. */
  isStalled: () => boolean;
  /** Leaves the group; a message that waits for an outage to end comes again to the next member. */
  close: () => Promise<void>;
};

type Options = {
  kafka: Kafka;
  groupId: string;
  topics: string[];
  /** Handles one message to its end; rejects only when `signal` ends the waiting or the group is rebalancing. */
  handle: (received: EachMessagePayload, signal: AbortSignal) => Promise<void>;
  logger: Logger;
  metrics: Metrics;
  retry: RetryOptions;
  /** Called when the consumer can not go on. */
  fail: (error: Error) => void;
};

const createConsumer = ({ kafka, groupId, retry, fail, logger }: Options): Consumer => {
  const consumer = kafka.consumer({
    groupId,
    sessionTimeout: sessionTimeoutMs,
    heartbeatInterval: 1_500,
    rebalanceTimeout: 15_000,
    // What is published is fetched at once; an idle consumer asks, and a leaving one waits, so long.
    maxWaitTimeInMs: 2_000,
    allowAutoTopicCreation: false,
    retry,
  });
  consumer.on(consumer.events.CRASH, ({ payload }) => {
    logger.error({ err: payload.error, groupId }, "consumer crashed");
    if (!payload.restart) fail(payload.error);
  });
  return consumer;
};

/**
 * Starts one consumer; no error of a handler ever reaches kafkajs, because most would stop it for good. It joins its
 * group later: one that was killed is a member until its session ends, and only then the next gets its share.
 */
export const startConsumer = async (options: Options): Promise<KafkaConsumer> => {
  const { groupId, topics, handle, fail } = options;
  const consumer = createConsumer(options);
  const closing = new AbortController();
  let fetchedAt = Date.now();
  consumer.on(consumer.events.FETCH, () => {
    fetchedAt = Date.now();
  });
  const unwatch = options.metrics.watchFetches(groupId, () => fetchedAt);
  const eachMessage = (received: EachMessagePayload) => handle(received, closing.signal);
  try {
    await consumer.connect();
    await consumer.subscribe({ topics, fromBeginning: true });
  } catch (error) {
    unwatch();
    await consumer.disconnect();
    throw error;
  }
  const joined = consumer.run({ eachMessage }).catch(fail);
  return {
    groupId,
    isStalled: () => Date.now() - fetchedAt > stalledAfterMs,
    close: async () => {
      unwatch();
      closing.abort(new Error("the consumer is closing"));
      // A member can leave only when it has joined.
      await Promise.race([joined, delay(sessionTimeoutMs, undefined, { ref: false })]);
      await consumer.disconnect();
    },
  };
};
