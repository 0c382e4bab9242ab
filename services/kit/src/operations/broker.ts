import { loadConfig } from "../config.ts";
import type { KafkaClient } from "../kafka/client.ts";
import { connectBroker as connect } from "../kafka/operator.ts";
import { type KafkaTarget, operatorSettings, operatorTarget } from "../kafka/target.ts";
import { z } from "zod";

const schema = z.object(operatorSettings);

/** A connection for one command; by default to the broker of `make up`. */
export function connectBroker(
  target: KafkaTarget = operatorTarget(loadConfig(schema, process.env)),
): Promise<KafkaClient> {
  return connect(target);
}

/** A new position of a consumer group: the beginning of the topic unless partition and offset are set. */
export type Rewind = { group: string; topic: string; partition?: number; offset?: string };

/**
 * Moves a group's position in a topic back, so that it handles the messages from there again. Handlers are idempotent.
 * @throws when a member of the group runs or the topic does not exist
 */
export function rewindGroup(kafka: KafkaClient, { group, topic, partition, offset }: Rewind) {
  return kafka.asAdmin(async (admin) => {
    if ((await admin.countMembers([group]))[group])
      throw new Error(`a consumer of ${group} runs: stop the service first`);
    if (!(await admin.listTopics()).includes(topic)) throw new Error(`there is no topic ${topic}`);
    const offsets =
      partition === undefined || offset === undefined
        ? (await admin.listOffsets(topic)).map((each) => ({
            partition: each.partition,
            offset: each.low,
          }))
        : [{ partition, offset }];
    await admin.setOffsets(group, topic, offsets);
  });
}
