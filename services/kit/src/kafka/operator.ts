import { randomUUID } from "node:crypto";
import { type Admin, type EachMessagePayload, Kafka, logLevel } from "kafkajs";
import type { KafkaTarget } from "./target.ts";
import { stopIdleTimers } from "./timers.ts";

stopIdleTimers();

/** A connection for one command of an operator. It fails within seconds without a broker. */
export function connectBroker(target: KafkaTarget): Kafka {
  return new Kafka({
    ...target,
    clientId: "operator",
    connectionTimeout: 3_000,
    retry: { retries: 3 },
    logLevel: logLevel.NOTHING,
  });
}

/** Runs `work` with a connected admin client. */
export async function asAdmin<T>(kafka: Kafka, work: (admin: Admin) => Promise<T>): Promise<T> {
  const admin = kafka.admin();
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.disconnect();
  }
}

/** Calls `onMessage` with every message that these topics contain now, in the order of each partition. */
export async function readTopics(
  kafka: Kafka,
  topics: string[],
  onMessage: (received: EachMessagePayload) => void,
): Promise<void> {
  const unread = await findEnds(kafka, topics);
  if (unread.size === 0) return;
  const groupId = `operator-${randomUUID()}`;
  const consumer = kafka.consumer({ groupId, maxWaitTimeInMs: 100 });
  await consumer.connect();
  try {
    const withMessages = [...new Set([...unread.keys()].map((key) => key.replace(/\/\d+$/, "")))];
    await consumer.subscribe({ topics: withMessages, fromBeginning: true });
    await new Promise<void>((resolve, reject) => {
      consumer.on(consumer.events.CRASH, ({ payload }) => reject(payload.error));
      // Compaction may have removed the last messages, so compare the end of each batch, not of each message.
      consumer.on(consumer.events.END_BATCH_PROCESS, ({ payload }) => {
        const key = `${payload.topic}/${payload.partition}`;
        if (Number(payload.lastOffset) + 1 >= (unread.get(key) ?? 0)) unread.delete(key);
        if (unread.size === 0) resolve();
      });
      consumer.run({ eachMessage: async (received) => onMessage(received) }).catch(reject);
    });
  } finally {
    await consumer.disconnect();
  }
  await asAdmin(kafka, (admin) => admin.deleteGroups([groupId]));
}

/** The end offset of each partition with messages, by `topic/partition`. */
function findEnds(kafka: Kafka, topics: string[]): Promise<Map<string, number>> {
  return asAdmin(kafka, async (admin) => {
    const ends = new Map<string, number>();
    for (const topic of topics)
      for (const { partition, low, high } of await admin.fetchTopicOffsets(topic))
        if (Number(high) > Number(low)) ends.set(`${topic}/${partition}`, Number(high));
    return ends;
  });
}
