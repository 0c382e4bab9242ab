import { loadConfig, serviceSettings } from "@orbline/kit/config";
import { stopIdleTimers } from "@orbline/kit/kafka/timers";
import { type Admin, Kafka, logLevel } from "kafkajs";
import { z } from "zod";

const schema = z.object({
  KAFKA_BROKERS: serviceSettings.KAFKA_BROKERS.default(["127.0.0.1:19092"]),
});

stopIdleTimers();

/** A connection for one command; by default to the broker of `make up`. It fails within seconds without a broker. */
export function connectBroker(brokers = loadConfig(schema, process.env).KAFKA_BROKERS): Kafka {
  return new Kafka({
    brokers,
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
