import type { EachMessagePayload, Message } from "kafkajs";
import { withContext } from "../observability/context.ts";
import { letterHeaders, type LetterPlace, placeIn, readHeaders } from "./dead-letters.ts";
import { fromHeaders, type EventHandler } from "./event.ts";
import { handleWithRetry, type Outcome } from "./retry.ts";
import { deadLetterTopic, retryTopic } from "./topics.ts";
import type { Logger } from "../observability/logger.ts";
import type { Metrics } from "../observability/metrics.ts";
import { isOutage } from "../outage.ts";
import { beginSpan, messageResult } from "../observability/tracing.ts";

/** What handling a message needs. */
export type MessageOptions = {
  groupId: string;
  handlers: Record<string, EventHandler>;
  /** Publishes a raw message, for dead letters. */
  publish: (topic: string, message: Message) => Promise<void>;
  logger: Logger;
  metrics: Metrics;
};

type Received = Pick<EachMessagePayload, "topic" | "partition" | "message" | "heartbeat">;

const beatMs = 1_000;

type Headers = Record<string, string>;

/** Shows the counts of these topics from 0: to an alert, a counter that appears with its first count has not grown. */
export const beginCounts = ({ messages }: Metrics, topics: string[]): void => {
  for (const topic of topics)
    for (const outcome of ["handled", "poison"] as const) messages.inc({ topic, outcome }, 0);
};

/** Begins the trace of a message and ends it with the outcome; what is neither handled nor poison comes again. */
const observed = async (
  { metrics }: MessageOptions,
  { topic, message, headers }: { topic: string; message: Received["message"]; headers: Headers },
  work: () => Promise<Outcome["kind"]>,
): Promise<void> => {
  const { ce_id: id, ce_time: time, traceparent: parent } = headers;
  const span = beginSpan("consumer", `process ${topic}`, parent);
  const traceparent = span?.traceparent ?? parent;
  const requestId = id ?? `${topic}:${message.offset}`;
  let outcome: Outcome["kind"] | "unfinished" = "unfinished";
  metrics.messageInHand.begin(topic);
  try {
    outcome = await withContext({ requestId, ...(traceparent && { traceparent }) }, work);
    metrics.messages.inc({ topic, outcome });
    const delayMs = Date.now() - Date.parse(time ?? "");
    if (delayMs >= 0) metrics.messageDelay.observe({ topic }, delayMs / 1_000);
  } finally {
    metrics.messageInHand.end(topic);
    span?.end(messageResult(topic, outcome === "handled" ? undefined : outcome));
  }
};

/** Keeps our place in the group however long a handler takes; a refused beat shows at the next one awaited. */
const whileBeating = async <T>(heartbeat: () => Promise<void>, work: () => Promise<T>) => {
  const timer = setInterval(() => void heartbeat().catch(() => undefined), beatMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
};

/** A dead letter that comes back keeps the place at which it stood at first. */
const placeOf = (
  { groupId, handlers }: MessageOptions,
  { topic, partition, message }: Received,
  headers: Headers,
): LetterPlace => {
  const before = placeIn(headers);
  return before && handlers[before.topic] && topic === retryTopic(before.topic)
    ? before
    : { topic, partition, offset: message.offset, group: groupId };
};

const bury = async (
  { publish, logger }: MessageOptions,
  {
    received: { message, heartbeat },
    place,
    reason,
    signal,
  }: { received: Received; place: LetterPlace; reason: string; signal: AbortSignal },
) => {
  const headers = { ...message.headers, ...letterHeaders(place, reason) };
  const letter = { key: message.key, value: message.value, headers };
  for (;;) {
    try {
      return await publish(deadLetterTopic(place.topic), letter);
    } catch (error) {
      signal.throwIfAborted();
      if (!isOutage(error)) throw error;
      logger.warn({ err: error }, "dead letter could not be published, trying again");
      await heartbeat();
    }
  }
};

/**
 * Handles one message to its end: done, or in the dead-letter topic with its reason. Rejects only when `signal`
 * ends the waiting, the group is rebalancing, or the dead-letter topic refuses the letter.
 */
export const handleMessage = (
  options: MessageOptions,
  received: Received,
  signal: AbortSignal,
): Promise<void> => {
  const { message, heartbeat } = received;
  const { handlers, logger, groupId } = options;
  const headers = readHeaders(message.headers);
  const place = placeOf(options, received, headers);
  const { topic } = place;
  const handler = handlers[topic];
  // A letter comes back to every group that follows its topic, and is for the one that gave it up.
  if (!handler || place.group !== groupId) return Promise.resolve();
  const handle = async () => {
    const key = message.key?.toString();
    await handler(fromHeaders({ topic, key, value: message.value, headers }));
  };
  const work = async () => {
    const outcome = await handleWithRetry(handle, { heartbeat, logger, signal });
    if (outcome.kind === "poison") {
      const { reason, error } = outcome;
      await bury(options, { received, place, reason, signal });
      logger.error({ topic, reason, err: error }, "message moved to dead letters");
    }
    return outcome.kind;
  };
  const beating = () => whileBeating(heartbeat, work);
  return observed(options, { topic, message, headers }, beating);
};
