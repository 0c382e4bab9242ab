import { setTimeout as sleep } from "node:timers/promises";
import { type BaseOptions, Consumer, type MessagesStream } from "@platformatic/kafka";
import { backoffMs } from "../../backoff.ts";
import { type ConsumerOptions, groupTimes, type KafkaConsumer } from "../client.ts";
import { isRefusal, reasonOf } from "./errors.ts";
import { toStored } from "./message.ts";

const restartDelays = { firstMs: 100, maxMs: 1_000 };

/** Handled messages after which the position is committed, at the latest. */
const commitEvery = 100;

/** Starts one consumer, which joins its group later. */
export function startConsumer(base: BaseOptions, options: ConsumerOptions): KafkaConsumer {
  const closing = new AbortController();
  let current: Promise<void> = Promise.resolve();
  const handle: ConsumerOptions["handle"] = (...received) => {
    const handled = options.handle(...received);
    current = handled.catch(() => undefined);
    return handled;
  };
  const ended = keepRunning(base, { ...options, handle }, closing.signal);
  return {
    close: async (): Promise<void> => {
      closing.abort(new Error("the consumer is closing"));
      await current;
      await Promise.race([ended, sleep(groupTimes.sessionMs, undefined, { ref: false })]);
    },
  };
}

/** Joins the group, and joins it again after each crash, until the consumer closes or a broker refuses it. */
async function keepRunning(
  base: BaseOptions,
  options: ConsumerOptions,
  closing: AbortSignal,
): Promise<void> {
  const { groupId, logger, fail } = options;
  for (let crashes = 0; !closing.aborted; crashes += 1) {
    const consumer = createConsumer(base, groupId);
    try {
      await consumeAsMember(consumer, options, closing, () => {
        crashes = 0;
      });
    } catch (error) {
      if (closing.aborted) break;
      logger.error({ err: reasonOf(error), groupId }, "consumer crashed");
      if (isRefusal(error)) {
        fail(reasonOf(error));
        break;
      }
    } finally {
      await consumer.close(true).catch((err: unknown) => {
        logger.warn({ err, groupId }, "consumer did not leave its group cleanly");
      });
    }
    await sleep(backoffMs(crashes, restartDelays), undefined, { signal: closing }).catch(() => {});
  }
}

function createConsumer(base: BaseOptions, groupId: string) {
  return new Consumer({
    ...base,
    retries: 3, // `keepRunning` starts again for as long as an outage lasts.
    groupId,
    // The name in kafkajs, so that members with either library can share a group.
    protocols: [{ name: "RoundRobinAssigner", version: 1 }],
    sessionTimeout: groupTimes.sessionMs,
    heartbeatInterval: groupTimes.heartbeatMs,
    rebalanceTimeout: groupTimes.rebalanceMs,
    maxWaitTime: groupTimes.maxWaitMs,
    maxBytes: 1_048_576,
  });
}

/**
 * Consumes until the consumer closes; rejects when it cannot continue. Each generation of the group has a stream of its
 * own, because a stream keeps what it has read of partitions that another member has now.
 */
async function consumeAsMember(
  consumer: Consumer,
  { topics, handle, onFetch }: ConsumerOptions,
  closing: AbortSignal,
  onJoin: () => void,
): Promise<void> {
  let stream: MessagesStream<Buffer, Buffer, Buffer, Buffer> | undefined;
  consumer.on("error", (error) => stream?.destroy(error)); // The member could not join the next generation.
  consumer.on("consumer:group:join", () => stream?.destroy());
  onNewPartitions(consumer, (error) => stream?.destroy(error));
  const stop = () => (stream ? stream.destroy() : void consumer.close(true).catch(() => {}));
  closing.addEventListener("abort", stop);
  try {
    consumer.topics.trackAll(...topics);
    await consumer.joinGroup();
    while (!closing.aborted) {
      onJoin();
      stream = await consumer.consume({
        topics,
        mode: "committed",
        fallbackMode: "earliest",
        autocommit: false,
      });
      await consumeGeneration(consumer, stream, { handle, onFetch }, closing);
    }
  } finally {
    closing.removeEventListener("abort", stop);
  }
}

/** The library assigns partitions when a member joins; those that a topic gets later need a new membership. */
function onNewPartitions(consumer: Consumer, onChange: (error: Error) => void): void {
  const counts = new Map<string, number>();
  consumer.on("client:metadata", ({ topics }) => {
    for (const [topic, { partitionsCount }] of topics) {
      const known = counts.get(topic) ?? partitionsCount;
      counts.set(topic, partitionsCount);
      if (partitionsCount !== known)
        onChange(new Error(`${topic} has ${partitionsCount} partitions`));
    }
  });
}

/** Handles the messages of a stream until it is destroyed. Rejects with the error that destroyed it. */
async function consumeGeneration(
  consumer: Consumer,
  stream: MessagesStream<Buffer, Buffer, Buffer, Buffer>,
  { handle, onFetch }: Pick<ConsumerOptions, "handle" | "onFetch">,
  closing: AbortSignal,
): Promise<void> {
  const { generationId } = consumer;
  stream.on("fetch", () => queueMicrotask(() => stream.destroyed || onFetch()));
  const heartbeat = async () => {
    if (stream.destroyed) throw new Error("the group is rebalancing");
  };
  /** The next offset of each partition with handled messages. */
  const positions = new Map<string, Parameters<Consumer["commit"]>[0]["offsets"][number]>();
  let uncommitted = 0;
  const commit = async () => {
    if (uncommitted === 0 || consumer.generationId !== generationId) return;
    const offsets = [...positions.values()];
    positions.clear();
    uncommitted = 0;
    await consumer.commit({ offsets });
  };
  try {
    for await (const message of stream) {
      if (stream.destroyed) continue; // The iterator then ends or throws.
      await handle(toStored(message), heartbeat, closing);
      const { topic, partition, offset, leaderEpoch } = message;
      const position = { topic, partition, offset: offset + 1n, leaderEpoch };
      positions.set(`${topic}/${partition}`, position);
      uncommitted += 1;
      if (stream.readableLength === 0 || uncommitted >= commitEvery) await commit();
    }
  } catch (error) {
    // A new generation or a closing consumer ends a stream without an error.
    const isOver = closing.aborted || consumer.generationId !== generationId;
    if (stream.errored || !isOver) throw stream.errored ?? error;
  } finally {
    await commit();
  }
}
