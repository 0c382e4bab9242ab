import type { KafkaClient, KafkaMessage, StoredMessage } from "@orbline/kit/kafka/client";
import { createTopics } from "@orbline/kit/kafka/topics";
import { topicIn, topics } from "@orbline/proto/topics";
import { z } from "zod";
import { readLines, writeRecords } from "./files.ts";
import type { Manifest } from "./manifest.ts";

type StoredTopic = Manifest["topics"][number];

/** A message in a file: one line of JSON. Key, value and headers are base64; the value of a tombstone is null. */
const lineSchema = z.object({
  key: z.string().nullable(),
  value: z.string().nullable(),
  headers: z.record(z.string(), z.string()),
  timestamp: z.string(),
});

const batchSize = 500;

/** The state topics of an installation. */
export const stateTopics = (namespace: string) =>
  Object.values(topics).map((topic) => topicIn(namespace, topic));

/** The newest message of every key of a topic, by key: only messages of one key have an order. */
export async function newestMessages(kafka: KafkaClient, topic: string): Promise<StoredMessage[]> {
  const newest = new Map<string, StoredMessage>();
  await kafka.readTopics([topic], (message) => {
    newest.set(message.key?.toString("base64") ?? "", message);
  });
  return [...newest].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, message]) => message);
}

/** Writes messages of a topic into `topics/<topic>.jsonl.gz`. */
export async function dumpTopic(
  { name, partitions }: { name: string; partitions: number },
  messages: StoredMessage[],
  folder: string,
): Promise<StoredTopic> {
  const lines = messages.map((message) => Buffer.from(`${JSON.stringify(toLine(message))}\n`));
  return { ...(await writeRecords(folder, `topics/${name}.jsonl.gz`, lines)), name, partitions };
}

/** Creates the topics with their dead-letter and retry topics, and publishes the messages again. */
export async function loadTopics(kafka: KafkaClient, stored: StoredTopic[], folder: string) {
  await createTopics(kafka, stored);
  const producer = await kafka.connectProducer();
  try {
    for (const { name: topic, path, count } of stored) {
      let messages: KafkaMessage[] = [];
      let loaded = 0;
      const send = async () => {
        if (messages.length > 0) await producer.send(topic, messages);
        loaded += messages.length;
        messages = [];
      };
      for await (const line of readLines(folder, path)) {
        messages.push(fromLine(line));
        if (messages.length === batchSize) await send();
      }
      await send();
      if (loaded !== count) throw new Error(`${path} has ${loaded} messages, not ${count}`);
    }
  } finally {
    await producer.disconnect();
  }
}

/** Names of the given topics that contain messages. */
export function topicsWithMessages(kafka: KafkaClient, names: string[]): Promise<string[]> {
  return kafka.asAdmin(async (admin) => {
    const existing = new Set(await admin.listTopics());
    const found: string[] = [];
    for (const name of names.filter((each) => existing.has(each)))
      if ((await admin.listOffsets(name)).some(({ low, high }) => low !== high)) found.push(name);
    return found;
  });
}

/** Names of the consumer groups that have a running member. */
export function runningGroups(kafka: KafkaClient, groups: string[]): Promise<string[]> {
  return kafka.asAdmin(async (admin) => {
    const members = await admin.countMembers(groups);
    return groups.filter((group) => members[group]);
  });
}

function toLine({ key, value, headers, timestamp }: StoredMessage): z.input<typeof lineSchema> {
  const texts = Object.entries(headers).map(([name, header]) => [name, header.toString("base64")]);
  return {
    key: key?.toString("base64") ?? null,
    value: value?.toString("base64") ?? null,
    headers: Object.fromEntries(texts),
    timestamp,
  };
}

function fromLine(line: string): KafkaMessage {
  const { key, value, headers, timestamp } = lineSchema.parse(JSON.parse(line));
  return {
    key: key === null ? null : decode(key),
    value: value === null ? null : decode(value),
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, header]) => [name, decode(header)]),
    ),
    timestamp,
  };
}

function decode(text: string): Buffer {
  return Buffer.from(text, "base64");
}
