import { setTimeout as sleep } from "node:timers/promises";
import type { Kafka } from "kafkajs";

/** A compacted state topic; its dead letters go to `<name>.dlq`, and from there back to `<name>.retry`. */
export type Topic = { name: string; partitions: number };

/** Name of the topic that keeps what could not be handled. */
export const deadLetterTopic = (topic: string) => `${topic}.dlq`;

/**
 * Name of the topic by which a group gets a dead letter again. Not the state topic itself: an old state at its end
 * would be taken for the newest one when it is compacted.
 */
export const retryTopic = (topic: string) => `${topic}.retry`;

const deadLetterRetentionMs = 30 * 86_400_000;
/** How long a service may be down and still see that an aggregate has ended: its last record holds nothing. */
const tombstoneRetentionMs = 30 * 86_400_000;

const settings = ({ name, partitions }: Topic) => [
  {
    topic: name,
    numPartitions: partitions,
    configEntries: [
      { name: "cleanup.policy", value: "compact" },
      { name: "delete.retention.ms", value: String(tombstoneRetentionMs) },
    ],
  },
  ...[deadLetterTopic(name), retryTopic(name)].map((topic) => ({
    topic,
    numPartitions: 1,
    configEntries: [{ name: "retention.ms", value: String(deadLetterRetentionMs) }],
  })),
];

/** Creates missing topics and waits until each partition has a leader; rejects after about 15 seconds. */
export const createTopics = async (kafka: Kafka, topics: Topic[]): Promise<void> => {
  const admin = kafka.admin();
  await admin.connect();
  try {
    const wanted = topics.flatMap(settings);
    const existing = new Set(await admin.listTopics());
    const missing = wanted.filter(({ topic }) => !existing.has(topic));
    if (missing.length > 0) await admin.createTopics({ topics: missing, waitForLeaders: false });
    for (let attempt = 0; attempt < 150; attempt += 1) {
      if (
        await haveLeaders(
          admin,
          wanted.map(({ topic }) => topic),
        )
      )
        return;
      await sleep(100);
    }
    throw new Error(`topics have no leader: ${wanted.map(({ topic }) => topic).join(", ")}`);
  } finally {
    await admin.disconnect();
  }
};

const haveLeaders = async (admin: ReturnType<Kafka["admin"]>, topics: string[]) => {
  try {
    const metadata = await admin.fetchTopicMetadata({ topics });
    return metadata.topics.every(({ partitions }) => partitions.every(({ leader }) => leader >= 0));
  } catch {
    return false; // the broker may not know a topic it has just created
  }
};
