import type { IHeaders, KafkaMessage } from "kafkajs";
import type { StoredMessage } from "../client.ts";

/** A message of kafkajs in the form of the port. */
export function toStored(topic: string, partition: number, message: KafkaMessage): StoredMessage {
  const { key, value, offset, timestamp } = message;
  return { topic, partition, offset, key, value, timestamp, headers: toHeaders(message.headers) };
}

function toHeaders(headers: IHeaders = {}): Record<string, Buffer> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      const first = (Array.isArray(value) ? value[0] : value) ?? "";
      return [name, typeof first === "string" ? Buffer.from(first) : first];
    }),
  );
}
