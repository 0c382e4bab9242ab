import { setTimeout as sleep } from "node:timers/promises";
import type { Admin, Kafka } from "kafkajs";

/** A compacted state topic. Its dead letters go to `<name>.dlq` and are replayed through `<name>.retry`. */
export type Topic = { name: string; partitions: number };

const deadLetterRetentionMs = 30 * 86_400_000;
/** A service that is down longer than this misses the tombstones of deleted aggregates. */
const tombstoneRetentionMs = 30 * 86_400_000;

export const deadLetterTopic = (topic: string) => `${topic}.dlq`;

/**
 * Topic that delivers a dead letter again to a group. The state topic cannot be used: after compaction, the replayed
 * old state would be the newest record of its key.
 */
export const retryTopic = (topic: string) => `${topic}.retry`;

/** Creates missing topics and waits until each partition has a leader. Rejects after about 15 seconds. */
export async function createTopics(kafka: Kafka, topics: Topic[]): Promise<void> {
  const admin = kafka.admin();
  await admin.connect();
  try {
    const wanted = topics.flatMap(settings);
    const names = wanted.map(({ topic }) => topic);
    const existing = new Set(await admin.listTopics());
    const missing = wanted.filter(({ topic }) => !existing.has(topic));
    if (missing.length > 0) await admin.createTopics({ topics: missing, waitForLeaders: false });
    for (let attempt = 0; attempt < 150; attempt += 1) {
      if (await haveLeaders(admin, names)) return;
      await sleep(100);
    }
    throw new Error(`topics have no leader: ${names.join(", ")}`);
  } finally {
    await admin.disconnect();
  }
}

function settings({ name, partitions }: Topic) {
  return [
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
}

async function haveLeaders(admin: Admin, topics: string[]): Promise<boolean> {
  try {
    const metadata = await admin.fetchTopicMetadata({ topics });
    return metadata.topics.every(({ partitions }) => partitions.every(({ leader }) => leader >= 0));
  } catch {
    return false; // The broker may not know a topic that it has just created.
  }
}
