import type { KafkaClient } from "../kafka/client.ts";
import { type DeadLetter as Message, toDeadLetter } from "../kafka/dead-letters.ts";
import { deadLetterTopic, retryTopic } from "../kafka/topics.ts";

/** A message that a consumer group could not handle; repeated failures count as one dead letter. */
export type DeadLetter = {
  topic: string;
  partition: number;
  offset: string;
  key: string;
  group: string;
  failures: number;
  /** Reason and time of the last failure. */
  reason: string;
  at: string;
  /** True when its topic contains a newer message of the same key, which replaces this one. */
  superseded: boolean;
  message: Pick<Message, "key" | "value" | "headers">;
};

/** Selects dead letters by these fields. */
export type Filter = { [Field in "topic" | "group" | "key" | "offset"]?: string | undefined };

/** The dead letters that have not been replayed since their last failure, oldest first in each topic. */
export async function readDeadLetters(
  kafka: KafkaClient,
  filter: Filter = {},
): Promise<DeadLetter[]> {
  const suffix = deadLetterTopic("");
  const topics = (await kafka.asAdmin((admin) => admin.listTopics()))
    .filter((topic) => topic.endsWith(suffix))
    .map((topic) => topic.slice(0, -suffix.length))
    .filter((topic) => filter.topic === undefined || topic === filter.topic);
  const letters = new Map<string, DeadLetter>();
  await kafka.readTopics(topics.map(deadLetterTopic), (message) => {
    const failure = toDeadLetter(message);
    if (!failure) return;
    const id = idOf(failure);
    const { topic, partition, offset, key, group, reason, failedAt, value, headers } = failure;
    const failures = (letters.get(id)?.failures ?? 0) + 1;
    const letter = { topic, partition, offset, key, group, failures, reason };
    const details = { superseded: false, message: { key, value, headers } };
    letters.set(id, { ...letter, at: failedAt.toISOString(), ...details });
  });
  await kafka.readTopics(topics.map(retryTopic), (message) => {
    const replay = toDeadLetter(message);
    const letter = replay && letters.get(idOf(replay));
    if (letter && replay.failedAt.toISOString() >= letter.at) letters.delete(idOf(replay));
  });
  const found = [...letters.values()].filter((letter) => matches(letter, filter));
  await markSuperseded(kafka, found);
  return found;
}

/**
 * Sends dead letters back to their groups, except the superseded ones: an old state must not restore the data of an
 * erased user. Safe to repeat, because handlers compare sequence numbers. Returns the replayed ones.
 */
export async function replayDeadLetters(
  kafka: KafkaClient,
  letters: DeadLetter[],
): Promise<DeadLetter[]> {
  const replayed = letters.filter(({ superseded }) => !superseded);
  const producer = await kafka.connectProducer();
  try {
    for (const { topic, message } of replayed) await producer.send(retryTopic(topic), [message]);
  } finally {
    await producer.disconnect();
  }
  return replayed;
}

async function markSuperseded(kafka: KafkaClient, letters: DeadLetter[]): Promise<void> {
  const topics = [...new Set(letters.map(({ topic }) => topic))];
  const newest = new Map<string, number>();
  await kafka.readTopics(topics, ({ topic, key, offset }) => {
    newest.set(`${topic}/${key?.toString()}`, Number(offset));
  });
  for (const letter of letters)
    letter.superseded = (newest.get(`${letter.topic}/${letter.key}`) ?? -1) > Number(letter.offset);
}

function matches(letter: DeadLetter, filter: Filter): boolean {
  const fields = ["topic", "group", "key", "offset"] as const;
  return fields.every((field) => filter[field] === undefined || filter[field] === letter[field]);
}

function idOf({ topic, partition, offset, group }: Message): string {
  return [topic, partition, offset, group].join("/");
}
