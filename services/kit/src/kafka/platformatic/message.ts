import type { StoredMessage } from "../client.ts";

type Raw = {
  topic: string;
  partition: number;
  offset: bigint;
  timestamp: bigint;
  key: Buffer | null | undefined;
  value: Buffer | null | undefined;
  headers: Iterable<[Buffer | null, Buffer | null]>;
};

/** A message of the library in the form of the port. */
export function toStored({ topic, partition, offset, timestamp, key, value, headers }: Raw) {
  return {
    topic,
    partition,
    offset: String(offset),
    timestamp: String(timestamp),
    key: key ?? null,
    value: value ?? null,
    headers: Object.fromEntries(
      Array.from(headers, ([name, header]) => [String(name), header ?? Buffer.alloc(0)]),
    ),
  } satisfies StoredMessage;
}
