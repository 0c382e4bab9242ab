import { setImmediate as nextTurn, setTimeout as delay } from "node:timers/promises";
import type { Consumer, Kafka, RetryOptions } from "kafkajs";
import { type ConsumerOptions, groupTimes, type KafkaConsumer } from "../client.ts";
import { toStored } from "./message.ts";

type Retry = Required<Pick<RetryOptions, "initialRetryTime" | "maxRetryTime" | "retries">>;

/**
 * Starts one consumer. No error of a handler reaches kafkajs, because most would stop it permanently. The consumer joins
 * its group later: a killed member stays in the group until its session ends, and only then its partitions are reassigned.
 */
export async function startConsumer(
  kafka: Kafka,
  retry: Retry,
  options: ConsumerOptions,
): Promise<KafkaConsumer> {
  const { groupId, topics, onFetch, logger } = options;
  const closing = new AbortController();
  const consumer = createConsumer(kafka, retry, groupId, closing.signal);
  consumer.on(consumer.events.FETCH, onFetch);
  try {
    await consumer.connect();
    await consumer.subscribe({ topics, fromBeginning: true });
  } catch (error) {
    await consumer.disconnect();
    throw error;
  }
  const joined = keepRunning(consumer, retry, options, closing.signal);
  const leave = async () => {
    await joined();
    await nextTurn(); // kafkajs marks the consumer as running one turn later.
    await consumer.disconnect();
  };
  return {
    /** Waits one session timeout for a consumer that has not joined its group; it leaves when it joins. */
    close: async (): Promise<void> => {
      closing.abort(new Error("the consumer is closing"));
      const left = leave().catch((err: unknown) => {
        logger.warn({ err, groupId }, "consumer did not leave its group cleanly");
      });
      const tooLate = delay(groupTimes.sessionMs, "late" as const, { ref: false });
      if ((await Promise.race([joined(), tooLate])) !== "late") await left;
    },
  };
}

function createConsumer(kafka: Kafka, retry: Retry, groupId: string, closing: AbortSignal) {
  return kafka.consumer({
    groupId,
    sessionTimeout: groupTimes.sessionMs,
    heartbeatInterval: groupTimes.heartbeatMs,
    rebalanceTimeout: groupTimes.rebalanceMs,
    maxWaitTimeInMs: groupTimes.maxWaitMs,
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
  retry: Retry,
  { groupId, handle, logger, fail: onFail }: ConsumerOptions,
  closing: AbortSignal,
): () => Promise<void> {
  let join = Promise.withResolvers<void>();
  const fail = (error: Error) => {
    if (!closing.aborted) onFail(error);
  };
  // A failed join is reported as a crash; only a failed cleanup after it rejects here.
  const run = () =>
    consumer
      .run({
        eachMessage: ({ topic, partition, message, ...received }) =>
          handle(toStored(topic, partition, message), () => received.heartbeat(), closing),
      })
      .catch(fail);
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
