import { setImmediate as nextTurn, setTimeout as delay } from "node:timers/promises";
import type { Consumer, EachMessagePayload, Kafka, RetryOptions } from "kafkajs";
import type { Logger } from "../observability/logger.ts";
import type { Metrics } from "../observability/metrics.ts";

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

const createConsumer = ({ kafka, groupId, retry }: Options, closing: AbortSignal): Consumer =>
  kafka.consumer({
    groupId,
    sessionTimeout: sessionTimeoutMs,
    heartbeatInterval: 1_500,
    rebalanceTimeout: 15_000,
    // What is published is fetched at once; an idle consumer asks, and a leaving one waits, so long.
    maxWaitTimeInMs: 2_000,
    allowAutoTopicCreation: false,
    retry: { ...retry, restartOnFailure: async () => !closing.aborted },
  });

/**
 * Runs a consumer, also after each crash that it may go on from. Answers with what resolves when it is in its group, or
 * will never be: only then can kafkajs stop it; what it is told before is lost, and it would join all the same.
 */
const keepRunning = (consumer: Consumer, options: Options, closing: AbortSignal) => {
  const { groupId, handle, logger, retry } = options;
  let join = Promise.withResolvers<void>();
  const fail = (error: Error) => {
    if (!closing.aborted) options.fail(error);
  };
  // What breaks a join is told as a crash; here is only what breaks the clearing up after it.
  const run = () =>
    consumer.run({ eachMessage: (message) => handle(message, closing) }).catch(fail);
  consumer.on(consumer.events.GROUP_JOIN, () => join.resolve());
  consumer.on(consumer.events.CRASH, ({ payload: { error, restart } }) => {
    logger.error({ err: error, groupId }, "consumer crashed");
    join.resolve();
    // kafkajs begins anew by itself, except when its only broker breaks off while it is asked who leads the group.
    const isLeftToUs =
      !restart && !closing.aborted && error.name === "KafkaJSGroupCoordinatorNotFound";
    if (!restart && !isLeftToUs) return fail(error);
    join = Promise.withResolvers();
    if (isLeftToUs) setTimeout(() => void run(), retry.maxRetryTime);
  });
  void run();
  return () => join.promise;
};

/**
 * Starts one consumer; no error of a handler ever reaches kafkajs, because most would stop it for good. It joins its
 * group later: one that was killed is a member until its session ends, and only then the next gets its share.
 */
export const startConsumer = async (options: Options): Promise<KafkaConsumer> => {
  const { groupId, topics, logger } = options;
  const closing = new AbortController();
  const consumer = createConsumer(options, closing.signal);
  let fetchedAt = Date.now();
  consumer.on(consumer.events.FETCH, () => {
    fetchedAt = Date.now();
  });
  const unwatch = options.metrics.watchFetches(groupId, () => fetchedAt);
  try {
    await consumer.connect();
    await consumer.subscribe({ topics, fromBeginning: true });
  } catch (error) {
    unwatch();
    await consumer.disconnect();
    throw error;
  }
  const joinSettled = keepRunning(consumer, options, closing.signal);
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
