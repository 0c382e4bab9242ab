import { loadConfig, serviceSettings } from "@orbline/kit/config";
import { asAdmin, connectBroker as connect } from "@orbline/kit/kafka/operator";
import type { Kafka } from "kafkajs";
import { z } from "zod";

const schema = z.object({
  KAFKA_BROKERS: serviceSettings.KAFKA_BROKERS.default(["127.0.0.1:19092"]),
});

/** A connection for one command; by default to the broker of `make up`. */
export function connectBroker(brokers = loadConfig(schema, process.env).KAFKA_BROKERS): Kafka {
  return connect(brokers);
}

/** A new position of a consumer group: the beginning of the topic unless partition and offset are set. */
export type Rewind = { group: string; topic: string; partition?: number; offset?: string };

/**
 * Moves a group's position in a topic back, so that it handles the messages from there again. Handlers are idempotent.
 * @throws when a member of the group runs or the topic does not exist
 */
export function rewindGroup(kafka: Kafka, { group, topic, partition, offset }: Rewind) {
  return asAdmin(kafka, async (admin) => {
    const { groups } = await admin.describeGroups([group]);
    if (groups.some(({ members }) => members.length > 0))
      throw new Error(`a consumer of ${group} runs: stop the service first`);
    if (!(await admin.listTopics()).includes(topic)) throw new Error(`there is no topic ${topic}`);
    if (partition === undefined || offset === undefined)
      await admin.resetOffsets({ groupId: group, topic, earliest: true });
    else await admin.setOffsets({ groupId: group, topic, partitions: [{ partition, offset }] });
  });
}
