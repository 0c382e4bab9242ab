import { randomUUID } from "node:crypto";
import kafkajs, { type Admin, type SASLOptions } from "kafkajs";
import type {
  ClientOptions,
  KafkaAdmin,
  KafkaClient,
  KafkaProducer,
  StoredMessage,
} from "../client.ts";
import { toAcl } from "../acl.ts";
import { startConsumer } from "./consumer.ts";
import { toStored } from "./message.ts";
import { stopIdleTimers } from "./timers.ts";

// Node finds no named exports for these.
const { Kafka, logLevel } = kafkajs;

stopIdleTimers();

/** The adapter of kafkajs. */
export function kafkajsClient({ clientId, retry, logger, ...target }: ClientOptions): KafkaClient {
  const { brokers, ssl, sasl } = target;
  const retries = {
    initialRetryTime: retry.firstMs,
    maxRetryTime: retry.maxMs,
    retries: retry.retries,
  };
  const kafka = new Kafka({
    brokers,
    ...(ssl && { ssl }),
    ...(sasl && { sasl: sasl as SASLOptions }),
    clientId,
    connectionTimeout: 3_000,
    retry: retries,
    logLevel: logger ? logLevel.WARN : logLevel.NOTHING,
    logCreator: () => (entry) => logger?.debug({ kafka: entry.namespace }, entry.log.message),
  });
  const asAdmin = async <T>(work: (admin: Admin) => Promise<T>): Promise<T> => {
    const admin = kafka.admin();
    await admin.connect();
    try {
      return await work(admin);
    } finally {
      await admin.disconnect();
    }
  };
  return {
    asAdmin: (work) => asAdmin((admin) => work(adminOf(admin))),
    connectProducer: async (): Promise<KafkaProducer> => {
      const producer = kafka.producer({
        idempotent: true,
        allowAutoTopicCreation: false,
        retry: { ...retries, retries: Number.MAX_SAFE_INTEGER },
      });
      await producer.connect();
      return {
        send: async (topic, messages) => {
          await producer.send({ topic, acks: -1, messages });
        },
        disconnect: () => producer.disconnect(),
      };
    },
    startConsumer: (options) => startConsumer(kafka, retries, options),
    readTopics: async (topics, onMessage) => {
      const ends = await asAdmin((admin) => findEnds(admin, topics));
      if (ends.size === 0) return;
      const groupId = `operator-${randomUUID()}`;
      await readTo(kafka.consumer({ groupId, maxWaitTimeInMs: 100 }), ends, onMessage);
      await asAdmin((admin) => admin.deleteGroups([groupId]));
    },
  };
}

function adminOf(admin: Admin): KafkaAdmin {
  return {
    countBrokers: async () => (await admin.describeCluster()).brokers.length,
    listTopics: () => admin.listTopics(),
    describeTopics: async (topics) => {
      const metadata = await admin.fetchTopicMetadata({ topics });
      return Object.fromEntries(
        metadata.topics.map(({ name, partitions }) => [
          name,
          partitions.map(({ leader, isr }) => ({ leader, inSync: isr })),
        ]),
      );
    },
    createTopics: async (topics) => {
      await admin.createTopics({
        waitForLeaders: false,
        topics: topics.map(({ name, partitions, settings }) => ({
          topic: name,
          numPartitions: partitions,
          configEntries: Object.entries(settings).map(([key, value]) => ({ name: key, value })),
        })),
      });
    },
    listOffsets: (topic) => admin.fetchTopicOffsets(topic),
    countMembers: async (ids) => {
      const { groups } = await admin.describeGroups(ids);
      return Object.fromEntries(groups.map(({ groupId, members }) => [groupId, members.length]));
    },
    setOffsets: (groupId, topic, partitions) => admin.setOffsets({ groupId, topic, partitions }),
    allow: async (permissions) => {
      await admin.createAcls({ acl: permissions.map(toAcl) });
    },
  };
}

/** The end offset of each partition with messages, by `topic/partition`. */
async function findEnds(admin: Admin, topics: string[]): Promise<Map<string, number>> {
  const ends = new Map<string, number>();
  for (const topic of topics)
    for (const { partition, low, high } of await admin.fetchTopicOffsets(topic))
      if (Number(high) > Number(low)) ends.set(`${topic}/${partition}`, Number(high));
  return ends;
}

async function readTo(
  consumer: ReturnType<InstanceType<typeof Kafka>["consumer"]>,
  unread: Map<string, number>,
  onMessage: (message: StoredMessage) => void,
): Promise<void> {
  await consumer.connect();
  try {
    const topics = [...new Set([...unread.keys()].map((key) => key.replace(/\/\d+$/, "")))];
    await consumer.subscribe({ topics, fromBeginning: true });
    await new Promise<void>((resolve, reject) => {
      consumer.on(consumer.events.CRASH, ({ payload }) => reject(payload.error));
      // Compaction may have removed the last messages, so compare the end of each batch, not of each message.
      consumer.on(consumer.events.END_BATCH_PROCESS, ({ payload }) => {
        const key = `${payload.topic}/${payload.partition}`;
        if (Number(payload.lastOffset) + 1 >= (unread.get(key) ?? 0)) unread.delete(key);
        if (unread.size === 0) resolve();
      });
      consumer
        .run({
          eachMessage: async ({ topic, partition, message }) =>
            onMessage(toStored(topic, partition, message)),
        })
        .catch(reject);
    });
  } finally {
    await consumer.disconnect();
  }
}
