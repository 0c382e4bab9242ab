import { randomUUID } from "node:crypto";
import { type DeadLetter as Letter, toDeadLetter } from "@orbline/kit/kafka/dead-letters";
import type { EachMessagePayload, Kafka } from "kafkajs";
import { asAdmin } from "./broker.ts";

/** A message that could not be handled, and where it stood. */
export type DeadLetter = {
  topic: string;
  partition: number;
  offset: string;
  key: string;
  group: string;
  reason: string;
  at: string;
};

const toLine = (letter: Letter): DeadLetter => ({
  topic: letter.topic,
  partition: letter.partition,
  offset: letter.offset,
  key: letter.key,
  group: letter.group,
  reason: letter.reason,
  at: letter.diedAt.toISOString(),
});

/** Topics of dead letters that hold any, with the offset after the last of each. */
const ends = (kafka: Kafka) =>
  asAdmin(kafka, async (admin) => {
    const topics = (await admin.listTopics()).filter((topic) => topic.endsWith(".dlq"));
    const found = new Map<string, number>();
    for (const topic of topics)
      for (const { partition, low, high } of await admin.fetchTopicOffsets(topic))
        if (Number(high) > Number(low)) found.set(`${topic}/${partition}`, Number(high));
    return found;
  });

/** Reads every dead letter that is still kept, oldest first in each topic; takes none away. */
export const readDeadLetters = async (kafka: Kafka): Promise<DeadLetter[]> => {
  const left = await ends(kafka);
  if (left.size === 0) return [];
  const letters: DeadLetter[] = [];
  const groupId = `dead-letters-${randomUUID()}`;
  const consumer = kafka.consumer({ groupId, maxWaitTimeInMs: 100 });
  await consumer.connect();
  const topics = [...new Set([...left.keys()].map((key) => key.replace(/\/\d+$/, "")))];
  await consumer.subscribe({ topics, fromBeginning: true });
  const read = new Promise<void>((resolve, reject) => {
    consumer.on(consumer.events.CRASH, ({ payload }) => reject(payload.error));
    const eachMessage = async ({ topic, partition, message }: EachMessagePayload) => {
      const letter = toDeadLetter(message);
      if (letter) letters.push(toLine(letter));
      const place = `${topic}/${partition}`;
      if (Number(message.offset) + 1 >= (left.get(place) ?? 0)) left.delete(place);
      if (left.size === 0) resolve();
    };
    consumer.run({ eachMessage }).catch(reject);
  });
  try {
    await read;
  } finally {
    await consumer.disconnect();
  }
  await asAdmin(kafka, (admin) => admin.deleteGroups([groupId]));
  return letters;
};
