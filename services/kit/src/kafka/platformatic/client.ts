import { randomUUID } from "node:crypto";
import { isIP } from "node:net";
import {
  type BaseOptions,
  Admin,
  compatibilityPartitioner,
  Consumer,
  ListOffsetTimestamps,
  Producer,
  type SASLMechanismValue,
} from "@platformatic/kafka";
import { backoffMs } from "../../backoff.ts";
import { unavailable } from "../../errors.ts";
import type { ClientOptions, KafkaClient, KafkaMessage, StoredMessage } from "../client.ts";
import { adminOf } from "./admin.ts";
import { startConsumer } from "./consumer.ts";
import { isUnreachable, reasonOf } from "./errors.ts";
import { toStored } from "./message.ts";

/** The adapter of `@platformatic/kafka`. */
export function platformaticClient(options: ClientOptions): KafkaClient {
  const base = baseOptions(options);
  return {
    asAdmin: async (work) => {
      const admin = new Admin(base);
      try {
        await admin.metadata({ topics: [] });
        return await work(adminOf(admin));
      } catch (error) {
        throw reasonOf(error);
      } finally {
        await admin.close();
      }
    },
    connectProducer: async () => {
      const producer = new Producer({
        ...base,
        retries: true,
        idempotent: true,
        partitioner: compatibilityPartitioner,
      });
      return {
        send: async (topic, messages) => {
          try {
            await producer.send({ messages: messages.map((message) => toRaw(topic, message)) });
          } catch (error) {
            throw isUnreachable(error) ? unavailable(error) : reasonOf(error);
          }
        },
        disconnect: () => producer.close(true),
      };
    },
    startConsumer: async (consumer) => startConsumer(base, consumer),
    readTopics: (topics, onMessage) => readTopics(base, topics, onMessage),
  };
}

function baseOptions({ brokers, ssl, sasl, clientId, retry }: ClientOptions): BaseOptions {
  const { retries, ...pauses } = retry;
  const isNamed = brokers.every((broker) => !isIP(broker.replace(/:\d+$/, "")));
  return {
    clientId,
    bootstrapBrokers: brokers,
    connectTimeout: 3_000,
    retries,
    retryDelay: (_client, _operation, attempt) => backoffMs(attempt - 1, pauses),
    ...(ssl && { tls: ssl, tlsServerName: isNamed }),
    ...(sasl && {
      sasl: { ...sasl, mechanism: sasl.mechanism.toUpperCase() as SASLMechanismValue },
    }),
  };
}

function toRaw(topic: string, { key, value, headers, timestamp }: KafkaMessage) {
  return {
    topic,
    ...(key !== null && { key: Buffer.from(key) }),
    ...(value && { value }),
    headers: new Map(
      Object.entries(headers).map(([name, header]) => [Buffer.from(name), Buffer.from(header)]),
    ),
    ...(timestamp && { timestamp: BigInt(timestamp) }),
  };
}

/** Fetches without a group: from the first offset of each partition to the end that it has now. */
async function readTopics(
  base: BaseOptions,
  topics: string[],
  onMessage: (message: StoredMessage) => void,
): Promise<void> {
  if (topics.length === 0) return;
  const consumer = new Consumer({ ...base, groupId: `operator-${randomUUID()}` });
  consumer.topics.trackAll(...topics);
  try {
    const metadata = await consumer.metadata({ topics });
    const starts = await consumer.listOffsets({ topics, timestamp: ListOffsetTimestamps.EARLIEST });
    const ends = await consumer.listOffsets({ topics, timestamp: ListOffsetTimestamps.LATEST });
    for (const topic of topics) {
      const { id: topicId, partitions } = metadata.topics.get(topic) ?? { id: "", partitions: [] };
      for (const [partition, { leader }] of partitions.entries()) {
        const end = ends.get(topic)?.[partition] ?? 0n;
        let next = starts.get(topic)?.[partition] ?? 0n;
        while (next < end) {
          const from = next;
          const response = await consumer.fetch({
            node: leader,
            topics: [{ topicId, partitions: [{ ...fetched, partition, fetchOffset: from }] }],
          });
          const batches = response.responses[0]?.partitions[0]?.records ?? [];
          for (const batch of batches) {
            next = batch.firstOffset + BigInt(batch.lastOffsetDelta) + 1n;
            if (batch.attributes & controlBatch) continue;
            for (const { offsetDelta, timestampDelta, ...record } of batch.records) {
              const offset = batch.firstOffset + BigInt(offsetDelta);
              const timestamp = batch.firstTimestamp + timestampDelta;
              if (offset >= from)
                onMessage(toStored({ ...record, topic, partition, offset, timestamp }));
            }
          }
          if (next === from) break; // Compaction has removed the last messages.
        }
      }
    }
  } finally {
    await consumer.close(true);
  }
}

const fetched = { partitionMaxBytes: 1_048_576, currentLeaderEpoch: -1, lastFetchedEpoch: -1 };

/** The bit of a batch without messages, which marks the end of a transaction. */
const controlBatch = 0b10_0000;
