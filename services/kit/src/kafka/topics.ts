import { setTimeout as sleep } from "node:timers/promises";
import type { KafkaAdmin, KafkaClient, NewTopic } from "./client.ts";

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
export async function createTopics(kafka: KafkaClient, topics: Topic[]): Promise<void> {
  const wanted = topics.flatMap(newTopics);
  const names = wanted.map(({ name }) => name);
  await kafka.asAdmin(async (admin) => {
    const existing = new Set(await admin.listTopics());
    const missing = wanted.filter(({ name }) => !existing.has(name));
    if (missing.length > 0) await admin.createTopics(missing);
    for (let attempt = 0; attempt < 150; attempt += 1) {
      if (await haveLeaders(admin, names)) return;
      await sleep(100);
    }
    throw new Error(`topics have no leader: ${names.join(", ")}`);
  });
}

function newTopics({ name, partitions }: Topic): NewTopic[] {
  const compacted = {
    "cleanup.policy": "compact",
    "delete.retention.ms": String(tombstoneRetentionMs),
  };
  const settings = { "retention.ms": String(deadLetterRetentionMs) };
  return [
    { name, partitions, settings: compacted },
    { name: deadLetterTopic(name), partitions: 1, settings },
    { name: retryTopic(name), partitions: 1, settings },
  ];
}

async function haveLeaders(admin: KafkaAdmin, topics: string[]): Promise<boolean> {
  try {
    const partitions = Object.values(await admin.describeTopics(topics)).flat();
    return partitions.every(({ leader }) => leader >= 0);
  } catch {
    return false; // The broker may not know a topic that it has just created.
  }
}
