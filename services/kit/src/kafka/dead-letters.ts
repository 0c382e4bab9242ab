import type { EachMessagePayload, IHeaders, Message } from "kafkajs";
import { type Outcome, handleWithRetry } from "./retry.ts";
import type { Logger } from "../observability/logger.ts";

/** Where a message stood when a group gave it up; together they name one dead letter, however often it dies. */
export type LetterPlace = { topic: string; partition: number; offset: string; group: string };

/** A message that a group could not handle, as it lies in the dead-letter topic at `position`. */
export type DeadLetter = LetterPlace & {
  reason: string;
  diedAt: Date;
  position: number;
  key: string;
  value: Buffer | null;
  headers: Record<string, string>;
};

/** Headers of a message as texts. */
export const readHeaders = (headers: IHeaders | undefined): Record<string, string> =>
  Object.fromEntries(Object.entries(headers ?? {}).map(([name, value]) => [name, String(value)]));

const maxReasonLength = 500;

/** Headers that tell where a message stood and why it was given up. */
export const letterHeaders = (place: LetterPlace, reason: string): Record<string, string> => ({
  dlq_reason: reason.slice(0, maxReasonLength),
  dlq_topic: place.topic,
  dlq_partition: String(place.partition),
  dlq_offset: place.offset,
  dlq_group: place.group,
});

/** Where a message on its way back stood; undefined for one that never was a dead letter. */
export const placeIn = (headers: Record<string, string>): LetterPlace | undefined => {
  const { dlq_topic: topic, dlq_group: group } = headers;
  if (!topic || !group) return undefined;
  const { dlq_partition: partition = "0", dlq_offset: offset = "0" } = headers;
  return { topic, group, partition: Number(partition), offset };
};

/** Reads a message of a dead-letter topic; undefined when it is none of ours. */
export const toDeadLetter = (message: EachMessagePayload["message"]): DeadLetter | undefined => {
  const headers = readHeaders(message.headers);
  const place = placeIn(headers);
  return (
    place && {
      ...place,
      reason: headers["dlq_reason"] ?? "",
      diedAt: new Date(Number(message.timestamp)),
      position: Number(message.offset),
      key: message.key?.toString() ?? "",
      value: message.value,
      headers,
    }
  );
};

/** The message that hands a dead letter to its group again. */
export const toRetry = ({ key, value, headers }: DeadLetter): Message => ({ key, value, headers });

/** Handles what lies in dead-letter topics: an outage is waited out, what can never be kept is logged and left. */
export const letterHandler =
  ({ handle, logger }: { handle: (letter: DeadLetter) => Promise<void>; logger: Logger }) =>
  async (received: EachMessagePayload, signal: AbortSignal): Promise<void> => {
    const letter = toDeadLetter(received.message);
    if (!letter) return;
    const work = () => handle(letter);
    const heartbeat = () => received.heartbeat();
    const outcome: Outcome = await handleWithRetry(work, { heartbeat, logger, signal });
    if (outcome.kind === "poison")
      logger.error(
        { reason: outcome.reason, err: outcome.error },
        "dead letter was not taken over",
      );
  };
