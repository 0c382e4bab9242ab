import { setTimeout as sleep } from "node:timers/promises";
import { auditHead } from "@orbline/proto/states";
import { topicIn, topics } from "@orbline/proto/topics";
import type { AdminContext } from "../config.ts";

type Head = { number: number; hash: string };

const retryMs = 1_000;

/**
 * Publishes the head of the audit log to a topic and writes it to the log, so that a copy exists outside the database: a
 * rewritten database no longer contains it. Of several heads at once only the newest is published, because its hash
 * covers the others.
 */
export function auditHeadPublisher({
  kafka,
  config,
  logger,
  clock,
  lifecycle,
}: Pick<AdminContext, "kafka" | "config" | "logger" | "clock" | "lifecycle">) {
  const topic = topicIn(config.NAMESPACE, topics.auditHeads).name;
  const stopping = new AbortController();
  lifecycle.onStop("audit heads", () => stopping.abort());
  let newest: Head | undefined;
  let isPublishing = false;
  const publish = async ({ number, hash }: Head) => {
    const time = clock.now();
    await kafka.publish({
      topic,
      key: String(number),
      seq: number,
      value: auditHead.encode({ number, hash, atMs: time.getTime() }),
      type: "audit_head.published",
      source: "admin",
      time,
    });
  };
  const publishAll = async () => {
    isPublishing = true;
    while (newest && !stopping.signal.aborted) {
      const head: Head = newest;
      try {
        await publish(head);
        if (newest === head) newest = undefined;
      } catch (error) {
        logger.warn({ err: error }, "failed to publish an audit head, trying again");
        await sleep(retryMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    }
    isPublishing = false;
  };
  /** Never waits and never throws. */
  return (head: Head): void => {
    logger.info({ auditHead: head }, "audit head");
    if (newest && newest.number > head.number) return;
    newest = head;
    if (!isPublishing) void publishAll();
  };
}
