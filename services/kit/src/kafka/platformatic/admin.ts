import { type Admin, ListOffsetTimestamps } from "@platformatic/kafka";
import { toAcl } from "../acl.ts";
import type { KafkaAdmin, NewTopic } from "../client.ts";
import { hasApiId } from "./errors.ts";

/** The admin client in the form of the port. */
export function adminOf(admin: Admin): KafkaAdmin {
  return {
    countBrokers: async () =>
      (await admin.metadata({ topics: [], forceUpdate: true })).brokers.size,
    listTopics: () => admin.listTopics(),
    describeTopics: async (topics) => {
      const metadata = await admin.metadata({ topics, forceUpdate: true, retries: 0 });
      return Object.fromEntries(
        topics.map((topic) => [
          topic,
          (metadata.topics.get(topic)?.partitions ?? []).map(({ leader, isr }) => ({
            leader,
            inSync: isr,
          })),
        ]),
      );
    },
    createTopics: async (topics) => {
      for (const topic of topics) await createTopic(admin, topic);
    },
    listOffsets: async (topic) => {
      const lows = await offsetsAt(admin, topic, ListOffsetTimestamps.EARLIEST);
      const highs = await offsetsAt(admin, topic, ListOffsetTimestamps.LATEST);
      return [...lows].map(([partition, low]) => ({
        partition,
        low: String(low),
        high: String(highs.get(partition) ?? low),
      }));
    },
    countMembers: async (groups) => {
      const counts = groups.map(
        async (group) => [group, await countMembers(admin, group)] as const,
      );
      return Object.fromEntries(await Promise.all(counts));
    },
    setOffsets: (groupId, topic, partitions) =>
      admin.alterConsumerGroupOffsets({
        groupId,
        topics: [
          {
            name: topic,
            partitionOffsets: partitions.map(({ partition, offset }) => ({
              partition,
              offset: BigInt(offset),
            })),
          },
        ],
      }),
    allow: (permissions) => admin.createAcls({ creations: permissions.map(toAcl) }),
  };
}

async function createTopic(admin: Admin, { name, partitions, settings }: NewTopic): Promise<void> {
  const configs = Object.entries(settings).map(([key, value]) => ({ name: key, value }));
  try {
    await admin.createTopics({ topics: [name], partitions, configs });
  } catch (error) {
    if (!hasApiId(error, "TOPIC_ALREADY_EXISTS")) throw error;
  }
}

/** The offset of each partition at this time. */
async function offsetsAt(admin: Admin, topic: string, timestamp: bigint) {
  const { topics } = await admin.metadata({ topics: [topic], forceUpdate: true });
  const count = topics.get(topic)?.partitionsCount ?? 0;
  const partitions = Array.from({ length: count }, (_, partitionIndex) => ({
    partitionIndex,
    timestamp,
  }));
  const [listed] = await admin.listOffsets({ topics: [{ name: topic, partitions }] });
  return new Map(
    listed?.partitions.map(({ partitionIndex, offset }) => [partitionIndex, offset] as const),
  );
}

async function countMembers(admin: Admin, group: string): Promise<number> {
  try {
    return (await admin.describeGroups({ groups: [group] })).get(group)?.members.size ?? 0;
  } catch (error) {
    if (hasApiId(error, "GROUP_ID_NOT_FOUND")) return 0;
    throw error;
  }
}
