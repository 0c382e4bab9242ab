import { setImmediate as nextTurn, setTimeout as delay } from "node:timers/promises";
import type { Consumer, EachMessagePayload, Kafka, RetryOptions } from "kafkajs";
import type { Logger } from "../observability/logger.ts";
import type { Metrics } from "../observability/metrics.ts";

const sessionTimeoutMs = 6_000;
const stalledAfterMs = 3 * sessionTimeoutMs;

/** A running member of a consumer group. */
export type KafkaConsumer = {
  groupId: string;
  /** Whether it has not fetched for three session timeouts. */
  isStalled: () => boolean;
  /**
   * Leaves the group; a message that waits for an outage to end goes to the next member. Waits one session timeout for a
   * consumer that has not joined its group yet; later it leaves when it joins.
   */
  close: () => Promise<void>;
};

export type ConsumerOptions = {
  kafka: Kafka;
  groupId: string;
  topics: string[];
  /** Handles one message to its end; rejects only when `signal` ends the waiting or the group is rebalancing. */
  handle: (received: EachMessagePayload, signal: AbortSignal) => Promise<void>;
  logger: Logger;
  metrics: Metrics;
  retry: RetryOptions;
  /** Called when the consumer cannot go on. */
  fail: (error: Error) => void;
};

/**
 * Starts one consumer. No error of a handler reaches kafkajs, because most would stop it for good. The consumer joins its
 * group later: a killed predecessor stays a member until its session ends, and only then its share is reassigned.
 */
export async function startConsumer(options: ConsumerOptions): Promise<KafkaConsumer> {
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
  const joined = keepRunning(consumer, options, closing.signal);
  const leave = async () => {
    await joined();
    await nextTurn(); // kafkajs notices only then that it runs
    await consumer.disconnect();
  };
  return {
    groupId,
    isStalled: () => Date.now() - fetchedAt > stalledAfterMs,
    close: async () => {
      unwatch();
      closing.abort(new Error("the consumer is closing"));
      const left = leave().catch((err: unknown) => {
        logger.warn({ err, groupId }, "consumer did not leave its group cleanly");
      });
      const tooLate = delay(sessionTimeoutMs, "late" as const, { ref: false });
      if ((await Promise.race([joined(), tooLate])) !== "late") await left;
    },
  };
}

function createConsumer({ kafka, groupId, retry }: ConsumerOptions, closing: AbortSignal) {
  return kafka.consumer({
    groupId,
    sessionTimeout: sessionTimeoutMs,
    heartbeatInterval: 1_500,
    rebalanceTimeout: 15_000,
    // New messages are fetched at once; this is the poll interval of an idle consumer and the delay of a leaving one.
    maxWaitTimeInMs: 2_000,
    allowAutoTopicCreation: false,
    retry: { ...retry, restartOnFailure: async () => !closing.aborted },
  });
}

/**
 * Runs a consumer, and again after each crash that it can recover from. Returns a function whose promise settles once the
 * consumer has joined its group or failed to: kafkajs ignores `disconnect()` before that and joins anyway.
 */
function keepRunning(
  consumer: Consumer,
  { groupId, handle, logger, retry, fail: onFail }: ConsumerOptions,
  closing: AbortSignal,
): () => Promise<void> {
  let join = Promise.withResolvers<void>();
  const fail = (error: Error) => {
    if (!closing.aborted) onFail(error);
  };
  // A failed join is reported as a crash; only a failed cleanup after it rejects here.
  const run = () =>
    consumer.run({ eachMessage: (message) => handle(message, closing) }).catch(fail);
  consumer.on(consumer.events.GROUP_JOIN, () => join.resolve());
  consumer.on(consumer.events.CRASH, ({ payload: { error, restart } }) => {
    logger.error({ err: error, groupId }, "consumer crashed");
    join.resolve();
    // kafkajs restarts by itself, except when its only broker disconnects while it looks for the group's coordinator.
    const isLeftToUs =
      !restart && !closing.aborted && error.name === "KafkaJSGroupCoordinatorNotFound";
    if (!restart && !isLeftToUs) return fail(error);
    join = Promise.withResolvers();
    if (isLeftToUs) setTimeout(() => void run(), retry.maxRetryTime);
  });
  void run();
  return () => join.promise;
}
