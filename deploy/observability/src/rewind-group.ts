import type { Kafka } from "kafkajs";
import { asAdmin } from "./broker.ts";

/** Whose place is changed, and to where: the beginning unless a partition and offset are given. */
export type Rewind = { group: string; topic: string; partition?: number; offset?: string };

/**
 * Moves a group's place in a topic back, so that its consumers handle again what follows. They are idempotent:
 * what they know already changes nothing. @throws when a member of the group runs or the topic is not known
 */
export const rewindGroup = (kafka: Kafka, { group, topic, partition, offset }: Rewind) =>
  asAdmin(kafka, async (admin) => {
    const { groups } = await admin.describeGroups([group]);
    if (groups.some(({ members }) => members.length > 0))
      throw new Error(`a consumer of ${group} runs: stop the service first`);
    if (!(await admin.listTopics()).includes(topic)) throw new Error(`there is no topic ${topic}`);
    if (partition === undefined || offset === undefined)
      await admin.resetOffsets({ groupId: group, topic, earliest: true });
    else await admin.setOffsets({ groupId: group, topic, partitions: [{ partition, offset }] });
  });
