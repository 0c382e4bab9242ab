import { setImmediate as nextTurn, setTimeout as delay } from "node:timers/promises";
import type { Consumer, EachMessagePayload, Kafka, RetryOptions } from "kafkajs";
import type { Logger } from "../observability/logger.ts";
import type { Metrics } from "../observability/metrics.ts";

const sessionTimeoutMs = 6_000;
const stalledAfterMs = 3 * sessionTimeoutMs;

export type KafkaConsumer = Awaited<ReturnType<typeof startConsumer>>;

export type ConsumerOptions = {
  kafka: Kafka;
  groupId: string;
  topics: string[];
  /** Rejects only when `signal` aborts or the group is rebalancing. */
  handle: (received: EachMessagePayload, signal: AbortSignal) => Promise<void>;
  logger: Logger;
  metrics: Metrics;
  retry: RetryOptions;
  /** Called when the consumer cannot continue. */
  fail: (error: Error) => void;
};

/**
 * Starts one consumer. No error of a handler reaches kafkajs, because most would stop it permanently. The consumer joins
 * its group later: a killed member stays in the group until its session ends, and only then its partitions are reassigned.
 */
export async function startConsumer(options: ConsumerOptions) {
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
    await nextTurn(); // kafkajs marks the consumer as running one turn later.
    await consumer.disconnect();
  };
  return {
    groupId,
    /** Whether the consumer has not fetched for three session timeouts. */
    isStalled: () => Date.now() - fetchedAt > stalledAfterMs,
    /**
     * Leaves the group; the next member gets a message that waits for an outage to end. Waits one session timeout for
     * a consumer that has not joined its group yet. After that, the consumer leaves when it joins.
     */
    close: async (): Promise<void> => {
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
    // New messages arrive at once. This is the poll interval of an idle consumer and the delay of a leaving one.
    maxWaitTimeInMs: 2_000,
    allowAutoTopicCreation: false,
    retry: { ...retry, restartOnFailure: async () => !closing.aborted },
  });
}

/**
 * Runs a consumer and restarts it after each recoverable crash. The returned function resolves once the consumer has
 * joined its group or failed to join. Before that, kafkajs ignores `disconnect()` and joins anyway.
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
    // kafkajs does not restart when its only broker disconnects while it looks for the group's coordinator.
    const needsRestart =
      !restart && !closing.aborted && error.name === "KafkaJSGroupCoordinatorNotFound";
    if (!restart && !needsRestart) return fail(error);
    join = Promise.withResolvers();
    if (needsRestart) setTimeout(() => void run(), retry.maxRetryTime);
  });
  void run();
  return () => join.promise;
}
