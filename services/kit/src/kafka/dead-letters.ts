import type { StoredMessage } from "./client.ts";
import { deadLetterTopic, retryTopic } from "./topics.ts";

/** The position of a message that a group failed to handle. It identifies a dead letter across repeated failures. */
export type DeadLetterOrigin = { topic: string; partition: number; offset: string; group: string };

/** A message that a group could not handle. */
export type DeadLetter = DeadLetterOrigin & {
  reason: string;
  failedAt: Date;
  key: string;
  value: Buffer | null;
  headers: Record<string, string>;
};

const maxReasonLength = 500;

/** Headers of a message as strings. */
export function readHeaders(headers: StoredMessage["headers"]): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}

/** Headers that carry a dead letter's origin and the reason of the failure. */
export function originHeaders(origin: DeadLetterOrigin, reason: string): Record<string, string> {
  return {
    dlq_reason: reason.slice(0, maxReasonLength),
    dlq_topic: origin.topic,
    dlq_partition: String(origin.partition),
    dlq_offset: origin.offset,
    dlq_group: origin.group,
  };
}

/** Origin of a dead letter that is replayed; undefined for any other message. */
export function originIn(headers: Record<string, string>): DeadLetterOrigin | undefined {
  const { dlq_topic: topic, dlq_group: group } = headers;
  if (!topic || !group) return undefined;
  const { dlq_partition: partition = "0", dlq_offset: offset = "0" } = headers;
  return { topic, group, partition: Number(partition), offset };
}

/**
 * Reads a message of a dead-letter topic or its replay; undefined when it has no origin there. A service that may write to
 * dead letters of one topic could otherwise bring messages of its own into another by the replay of an operator.
 */
export function toDeadLetter({ key, value, ...message }: StoredMessage): DeadLetter | undefined {
  const headers = readHeaders(message.headers);
  const origin = originIn(headers);
  if (!origin) return undefined;
  if (![deadLetterTopic, retryTopic].some((name) => name(origin.topic) === message.topic))
    return undefined;
  const reason = headers["dlq_reason"] ?? "";
  const failedAt = new Date(Number(message.timestamp));
  return { ...origin, reason, failedAt, key: key?.toString() ?? "", value, headers };
}
