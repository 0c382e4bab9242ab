import { setImmediate as nextTurn, setTimeout as delay } from "node:timers/promises";
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
  /**
   * Leaves the group; a message that waits for an outage to end comes again to the next member. One that is not yet in
   * its group is waited for a session long; then it leaves when it comes in.
   */
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

type Crash = { error: Error; restart: boolean };

/** kafkajs begins anew by itself, except when its only broker breaks off while it is asked who leads the group. */
const isLeftToUs = ({ error, restart }: Crash, closing: AbortSignal) =>
  !restart && !closing.aborted && error.name === "KafkaJSGroupCoordinatorNotFound";

const createConsumer = (
  { kafka, groupId, retry, fail, logger }: Options,
  closing: AbortSignal,
): Consumer => {
  const consumer = kafka.consumer({
    groupId,
    sessionTimeout: sessionTimeoutMs,
    heartbeatInterval: 1_500,
    rebalanceTimeout: 15_000,
    // What is published is fetched at once; an idle consumer asks, and a leaving one waits, so long.
    maxWaitTimeInMs: 2_000,
    allowAutoTopicCreation: false,
    retry: { ...retry, restartOnFailure: async () => !closing.aborted },
  });
  consumer.on(consumer.events.CRASH, ({ payload }) => {
    logger.error({ err: payload.error, groupId }, "consumer crashed");
    if (!payload.restart && !isLeftToUs(payload, closing)) fail(payload.error);
  });
  return consumer;
};

/**
 * Follows a consumer on its way into its group, at the start and after each crash: what is returned resolves when it
 * is in, or will never be. Only then can kafkajs stop it: what it is told before is lost, and it would join all the same.
 */
const watchJoins = (consumer: Consumer, closing: AbortSignal): (() => Promise<void>) => {
  let join = Promise.withResolvers<void>();
  consumer.on(consumer.events.GROUP_JOIN, () => join.resolve());
  consumer.on(consumer.events.CRASH, ({ payload }) => {
    join.resolve();
    if (payload.restart || isLeftToUs(payload, closing)) join = Promise.withResolvers();
  });
  return () => join.promise;
};

/**
 * Starts one consumer; no error of a handler ever reaches kafkajs, because most would stop it for good. It joins its
 * group later: one that was killed is a member until its session ends, and only then the next gets its share.
 */
export const startConsumer = async (options: Options): Promise<KafkaConsumer> => {
  const { groupId, topics, handle, logger, retry } = options;
  const closing = new AbortController();
  const fail = (error: Error) => {
    if (!closing.signal.aborted) options.fail(error);
  };
  const consumer = createConsumer({ ...options, fail }, closing.signal);
  const joinSettled = watchJoins(consumer, closing.signal);
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
  // What breaks a join is told as a crash; here is only what breaks the clearing up after it.
  const run = () => consumer.run({ eachMessage }).catch(fail);
  consumer.on(consumer.events.CRASH, ({ payload }) => {
    if (isLeftToUs(payload, closing.signal)) setTimeout(() => void run(), retry.maxRetryTime);
  });
  void run();
  const leave = async () => {
    await joinSettled();
    await nextTurn(); // until then kafkajs does not know itself that it runs
    await consumer.disconnect();
  };
  return {
    groupId,
    isStalled: () => Date.now() - fetchedAt > stalledAfterMs,
    close: async () => {
      unwatch();
      closing.abort(new Error("the consumer is closing"));
      const left = leave().catch((err: unknown) => {
        logger.warn({ err, groupId }, "a consumer did not leave its group cleanly");
      });
      const tooLate = delay(sessionTimeoutMs, "late" as const, { ref: false });
      if ((await Promise.race([joinSettled(), tooLate])) !== "late") await left;
    },
  };
};
