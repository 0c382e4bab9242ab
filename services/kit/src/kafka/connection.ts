import { currentContext } from "../observability/context.ts";
import type { Logger } from "../observability/logger.ts";
import type { Metrics } from "../observability/metrics.ts";
import { beginSpan, messageResult } from "../observability/tracing.ts";
import {
  type ConsumerOptions,
  groupTimes,
  type KafkaMessage,
  type StoredMessage,
} from "./client.ts";
import { type EventRecord, toHeaders } from "./event.ts";
import { handleMessage, initializeCounts, type MessageOptions } from "./handle-message.ts";
import { openKafka } from "./open.ts";
import { handleWithRetry } from "./retry.ts";
import { type SerialProducer, serialProducer } from "./serial-producer.ts";
import type { KafkaTarget } from "./target.ts";
import { createTopics, retryTopic, type Topic } from "./topics.ts";

const retry = { firstMs: 100, maxMs: 1_000, retries: 60 };
const sendDeadlineMs = 30_000;
const stalledAfterMs = 3 * groupTimes.sessionMs;

export type KafkaConnection = Awaited<ReturnType<typeof connectKafka>>;

/** A consumer that has not fetched for three session timeouts is stalled. */
type RunningConsumer = { groupId: string; isStalled: () => boolean; close: () => Promise<void> };

type Options = KafkaTarget & { clientId: string; logger: Logger; metrics: Metrics };

/**
 * Connects to Kafka and reconnects when a broker restarts. Rejects when no broker responds within about a minute, and at
 * once when the broker refuses the credentials.
 */
export async function connectKafka({ clientId, logger, metrics, ...target }: Options) {
  const kafka = await openKafka({ ...target, clientId, retry, logger });
  await kafka.asAdmin((admin) => admin.listTopics());
  const producers = new Map<string, SerialProducer>();
  const consumers: RunningConsumer[] = [];

  const send = (topic: string, message: KafkaMessage): Promise<void> => {
    const producer = producers.get(topic) ?? serialProducer(topic, kafka.connectProducer);
    producers.set(topic, producer);
    return producer.publish(message, sendDeadlineMs);
  };

  /** Starts a consumer, and watches whether it fetches. */
  const joinGroup = async (
    options: Pick<ConsumerOptions, "groupId" | "topics" | "handle" | "fail">,
  ): Promise<RunningConsumer> => {
    const { groupId } = options;
    let fetchedAt = Date.now();
    const unwatch = metrics.watchFetches(groupId, () => fetchedAt);
    const onFetch = () => {
      fetchedAt = Date.now();
    };
    const started = await kafka
      .startConsumer({ ...options, onFetch, logger })
      .catch((error: unknown) => {
        unwatch();
        throw error;
      });
    const consumer: RunningConsumer = {
      groupId,
      isStalled: () => Date.now() - fetchedAt > stalledAfterMs,
      close: () => {
        unwatch();
        return started.close();
      },
    };
    consumers.push(consumer);
    return consumer;
  };

  return {
    /** Creates missing topics with their dead-letter and retry topics, and waits for their leaders. */
    ensureTopics: (topics: Topic[]) => createTopics(kafka, topics),
    /**
     * Publishes one message. Resolves when all in-sync replicas have it. Rejects after 30 seconds, but the message
     * may still arrive later. Messages of one key arrive in the order of the calls.
     */
    publish: async (record: EventRecord): Promise<void> => {
      const { topic, key, value } = record;
      const parent = currentContext()?.traceparent;
      const span = beginSpan("producer", `send ${topic}`, parent);
      const headers = toHeaders(record, span?.traceparent ?? parent);
      try {
        await send(topic, { key, value, headers });
        span?.end(messageResult(topic));
      } catch (error) {
        span?.end(messageResult(topic, "unpublished"));
        throw error;
      }
    },
    /** Consumes topics as one group until closed. Calls `fail` when the consumer cannot continue. */
    consume: async ({
      groupId,
      handlers,
      fail,
    }: Pick<MessageOptions & ConsumerOptions, "groupId" | "handlers" | "fail">) => {
      const topics = Object.keys(handlers);
      initializeCounts(metrics, topics);
      const options = { groupId, handlers, publish: send, logger, metrics };
      return joinGroup({
        groupId,
        topics: [...topics, ...topics.map(retryTopic)],
        handle: (...received) => handleMessage(options, ...received),
        fail,
      });
    },
    /**
     * Gives every stored message of these topics to `handle` as one group until closed, from the oldest on. A message
     * whose handler fails without an outage is logged and skipped.
     */
    follow: ({
      handle,
      ...group
    }: Pick<ConsumerOptions, "groupId" | "topics" | "fail"> & {
      handle: (message: StoredMessage) => Promise<void>;
    }) =>
      joinGroup({
        ...group,
        handle: async (message, heartbeat, signal) => {
          const options = { heartbeat, logger, signal };
          const outcome = await handleWithRetry(() => handle(message), options);
          const { topic, offset } = message;
          if (outcome.kind === "poison")
            logger.error({ topic, offset, err: outcome.error }, "message skipped");
        },
      }),
    /** Names of consumer groups that have not fetched for three session timeouts. */
    stalled: (): string[] =>
      consumers.filter((consumer) => consumer.isStalled()).map(({ groupId }) => groupId),
    /** Lets consumers finish their current message, then gives messages in flight two seconds. */
    close: async (): Promise<void> => {
      await Promise.all(consumers.map((consumer) => consumer.close()));
      await Promise.all([...producers.values()].map((producer) => producer.close()));
    },
  };
}
