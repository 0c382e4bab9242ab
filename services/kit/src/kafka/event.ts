import { AppError } from "../errors.ts";

/** One state message. `key` is the aggregate's id, `seq` its version. A null `value` means that it is deleted. */
export type EventRecord = {
  topic: string;
  key: string;
  value: Buffer | null;
  type: string;
  source: string;
  seq: number;
  time: Date;
};

/**
 * Publishes one message. Resolves when the broker has stored it. After a rejection the broker may or may not have
 * stored it.
 */
export type Publish = (record: EventRecord) => Promise<void>;

/** Handles one message. Must be idempotent by `seq`, because a message can be delivered again. */
export type EventHandler = (event: EventRecord) => Promise<void>;

/** CloudEvents 1.0 attributes in binary mode, as Kafka headers. */
export const toHeaders = (record: EventRecord, traceparent?: string): Record<string, string> => ({
  ce_specversion: "1.0",
  ce_id: `${record.key}:${record.seq}`,
  ce_type: record.type,
  ce_source: record.source,
  ce_time: record.time.toISOString(),
  "content-type": "application/protobuf",
  ...(traceparent && { traceparent }),
});

/** Reads a message. @throws invalid when a header or the key is missing or wrong */
export function fromHeaders(message: {
  topic: string;
  key: string | undefined;
  value: Buffer | null;
  headers: Record<string, string>;
}): EventRecord {
  const { topic, key, value, headers } = message;
  const seq = Number(/:(\d+)$/.exec(headers["ce_id"] ?? "")?.[1]);
  const time = new Date(headers["ce_time"] ?? "");
  const type = headers["ce_type"];
  if (!key || !type || !Number.isSafeInteger(seq) || Number.isNaN(time.getTime())) {
    const problem = "message key or CloudEvents headers are missing or wrong";
    throw new AppError("invalid", "event.headers", problem);
  }
  return { topic, key, value, type, source: headers["ce_source"] ?? "", seq, time };
}
