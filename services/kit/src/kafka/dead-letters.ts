import type { EachMessagePayload, IHeaders, Message } from "kafkajs";
import type { Logger } from "../observability/logger.ts";
import { handleWithRetry } from "./retry.ts";

/** Where a message was when a group failed to handle it. It identifies a dead letter, however often it fails. */
export type DeadLetterOrigin = { topic: string; partition: number; offset: string; group: string };

/** A message that a group could not handle, at `position` of the dead-letter topic. */
export type DeadLetter = DeadLetterOrigin & {
  reason: string;
  diedAt: Date;
  position: number;
  key: string;
  value: Buffer | null;
  headers: Record<string, string>;
};

const maxReasonLength = 500;

/** Headers of a message as texts. */
export function readHeaders(headers: IHeaders | undefined): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers ?? {}).map(([name, value]) => [name, String(value)]),
  );
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

/** Reads a message of a dead-letter topic; undefined when it has no origin. */
export function toDeadLetter(message: EachMessagePayload["message"]): DeadLetter | undefined {
  const headers = readHeaders(message.headers);
  const origin = originIn(headers);
  return (
    origin && {
      ...origin,
      reason: headers["dlq_reason"] ?? "",
      diedAt: new Date(Number(message.timestamp)),
      position: Number(message.offset),
      key: message.key?.toString() ?? "",
      value: message.value,
      headers,
    }
  );
}

/** The message that replays a dead letter. */
export function toRetry({ key, value, headers }: DeadLetter): Message {
  return { key, value, headers };
}

/** Handles messages of dead-letter topics: waits for an outage to end, logs and skips what can never be handled. */
export function deadLetterHandler({
  handle,
  logger,
}: {
  handle: (letter: DeadLetter) => Promise<void>;
  logger: Logger;
}) {
  return async (received: EachMessagePayload, signal: AbortSignal): Promise<void> => {
    const letter = toDeadLetter(received.message);
    if (!letter) return;
    const heartbeat = () => received.heartbeat();
    const outcome = await handleWithRetry(() => handle(letter), { heartbeat, logger, signal });
    if (outcome.kind === "poison")
      logger.error({ reason: outcome.reason, err: outcome.error }, "dead letter skipped");
  };
}
