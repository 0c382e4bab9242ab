import { withContext } from "../observability/context.ts";
import type { Logger } from "../observability/logger.ts";
import type { Metrics } from "../observability/metrics.ts";
import { beginSpan, messageResult } from "../observability/tracing.ts";
import { isOutage } from "../outage.ts";
import type { Heartbeat, KafkaMessage, StoredMessage } from "./client.ts";
import { type DeadLetterOrigin, originHeaders, originIn, readHeaders } from "./dead-letters.ts";
import { type EventHandler, fromHeaders } from "./event.ts";
import { handleWithRetry, type Outcome } from "./retry.ts";
import { deadLetterTopic, retryTopic } from "./topics.ts";

export type MessageOptions = {
  groupId: string;
  handlers: Record<string, EventHandler>;
  /** Publishes a raw message, for dead letters. */
  publish: (topic: string, message: KafkaMessage) => Promise<void>;
  logger: Logger;
  metrics: Metrics;
};

const heartbeatMs = 1_000;

/**
 * Handles one message until it is done or in the dead-letter topic with its reason. Rejects only when `signal`
 * aborts, the group is rebalancing, or the dead-letter topic refuses the message.
 */
export async function handleMessage(
  options: MessageOptions,
  message: StoredMessage,
  heartbeat: Heartbeat,
  signal: AbortSignal,
): Promise<void> {
  const { handlers, logger, groupId } = options;
  const headers = readHeaders(message.headers);
  const origin = originOf(options, message, headers);
  const { topic } = origin;
  const handler = handlers[topic];
  // Every group that consumes the topic gets a replayed dead letter, but only the one that failed handles it.
  if (!handler || origin.group !== groupId) return;
  const handle = async () => {
    const key = message.key?.toString();
    await handler(fromHeaders({ topic, key, value: message.value, headers }));
  };
  const work = async () => {
    const outcome = await handleWithRetry(handle, { heartbeat, logger, signal });
    if (outcome.kind === "poison") {
      const { reason, error } = outcome;
      const { key, value } = message;
      const letter = {
        key,
        value,
        headers: { ...message.headers, ...originHeaders(origin, reason) },
      };
      await publishUntilStored(options, deadLetterTopic(topic), letter, { heartbeat, signal });
      logger.error({ topic, reason, err: error }, "message moved to dead letters");
    }
    return outcome.kind;
  };
  const { offset } = message;
  await observed(options, { topic, offset, headers }, () => whileBeating(heartbeat, work));
}

/**
 * Starts the counts of these topics at 0, because an alert does not notice a counter that appears with its first
 * count.
 */
export function initializeCounts({ messages }: Metrics, topics: string[]): void {
  for (const topic of topics)
    for (const outcome of ["handled", "poison"] as const) messages.inc({ topic, outcome }, 0);
}

/** A replayed dead letter keeps its first origin. */
function originOf(
  { groupId, handlers }: MessageOptions,
  { topic, partition, offset }: StoredMessage,
  headers: Record<string, string>,
): DeadLetterOrigin {
  const first = originIn(headers);
  return first && handlers[first.topic] && topic === retryTopic(first.topic)
    ? first
    : { topic, partition, offset, group: groupId };
}

/** Publishes a message, and retries while Kafka is down. */
async function publishUntilStored(
  { publish, logger }: MessageOptions,
  topic: string,
  message: KafkaMessage,
  { heartbeat, signal }: { heartbeat: Heartbeat; signal: AbortSignal },
): Promise<void> {
  for (;;) {
    try {
      return await publish(topic, message);
    } catch (error) {
      signal.throwIfAborted();
      if (!isOutage(error)) throw error;
      logger.warn({ err: error }, "dead letter not published, trying again");
      await heartbeat();
    }
  }
}

/** Traces and measures the work on a message. A message that is neither handled nor poison is delivered again. */
async function observed(
  { metrics }: MessageOptions,
  { topic, offset, headers }: { topic: string; offset: string; headers: Record<string, string> },
  work: () => Promise<Outcome["kind"]>,
): Promise<void> {
  const { ce_id: id, ce_time: time, traceparent: parent } = headers;
  const span = beginSpan("consumer", `process ${topic}`, parent);
  const traceparent = span?.traceparent ?? parent;
  const requestId = id ?? `${topic}:${offset}`;
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
}

/** Keeps the consumer in its group during a long handler. The next awaited heartbeat reports a refused one. */
async function whileBeating<T>(heartbeat: Heartbeat, work: () => Promise<T>): Promise<T> {
  const timer = setInterval(() => void heartbeat().catch(() => undefined), heartbeatMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
