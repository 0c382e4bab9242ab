import type { KafkaClient, StoredMessage } from "../kafka/client.ts";
import {
  type DeadLetter as Message,
  originHeaders,
  readHeaders,
  toDeadLetter,
} from "../kafka/dead-letters.ts";
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
  /** True when its topic contains a newer message of the same key, or not this one any more. */
  superseded: boolean;
  /** The message as its topic contains it; undefined when it is superseded. */
  message: Pick<Message, "key" | "value" | "headers"> | undefined;
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
    const { topic, partition, offset, key, group, reason, failedAt } = failure;
    const failures = (letters.get(id)?.failures ?? 0) + 1;
    const letter = { topic, partition, offset, key, group, failures, reason };
    const details = { superseded: true, message: undefined };
    letters.set(id, { ...letter, at: failedAt.toISOString(), ...details });
  });
  await kafka.readTopics(topics.map(retryTopic), (message) => {
    const replay = toDeadLetter(message);
    const letter = replay && letters.get(idOf(replay));
    if (letter && replay.failedAt.toISOString() >= letter.at) letters.delete(idOf(replay));
  });
  await findMessages(kafka, [...letters.values()]);
  return [...letters.values()].filter((letter) => matches(letter, filter));
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
    for (const { topic, message } of replayed)
      if (message) await producer.send(retryTopic(topic), [message]);
  } finally {
    await producer.disconnect();
  }
  return replayed;
}

/**
 * Gives each letter its message, unless it is superseded. The message is read from its topic, which only the owning service
 * writes: several services write dead letters of one topic, and could put a message of their own into one.
 */
async function findMessages(kafka: KafkaClient, letters: DeadLetter[]): Promise<void> {
  const topics = [...new Set(letters.map(({ topic }) => topic))];
  const newest = new Map<string, StoredMessage>();
  await kafka.readTopics(topics, (message) => {
    newest.set(`${message.topic}/${message.key?.toString()}`, message);
  });
  const byPlace = new Map([...newest.values()].map((message) => [placeOf(message), message]));
  for (const letter of letters) {
    const stored = byPlace.get(placeOf(letter));
    if (!stored) continue;
    const key = stored.key?.toString() ?? "";
    const headers = { ...readHeaders(stored.headers), ...originHeaders(letter, letter.reason) };
    Object.assign(letter, {
      key,
      superseded: false,
      message: { key, value: stored.value, headers },
    });
  }
}

function matches(letter: DeadLetter, filter: Filter): boolean {
  const fields = ["topic", "group", "key", "offset"] as const;
  return fields.every((field) => filter[field] === undefined || filter[field] === letter[field]);
}

function idOf({ group, ...place }: Message): string {
  return `${placeOf(place)}/${group}`;
}

function placeOf({ topic, partition, offset }: Pick<Message, "topic" | "partition" | "offset">) {
  return [topic, partition, offset].join("/");
}
