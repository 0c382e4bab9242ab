import { connectKafka, type KafkaConnection } from "../kafka/connection.ts";
import type { EventRecord } from "../kafka/event.ts";
import type { KafkaTarget } from "../kafka/target.ts";
import { createLogger } from "../observability/logger.ts";
import { createMetrics } from "../observability/metrics.ts";

/** A connection that logs nothing. */
export function testKafka({
  clientId = "test",
  ...target
}: KafkaTarget & { clientId?: string }): Promise<KafkaConnection> {
  const logger = createLogger({ service: clientId, level: "silent" });
  return connectKafka({ ...target, clientId, logger, metrics: createMetrics(clientId) });
}

/** A message of a topic; by default its value is its key. */
export const testRecord = (
  topic: string,
  key: string,
  fields: Partial<EventRecord> = {},
): EventRecord => ({
  topic,
  key,
  value: Buffer.from(key),
  type: "thing.changed",
  source: "test",
  seq: 1,
  time: new Date(),
  ...fields,
});

/** Fails the test when a consumer cannot continue. */
export const failTest = (error: Error) => {
  throw error;
};

/** Reads a topic from its beginning, as a group of its own. The list grows while the connection is open. */
export async function readTopic(kafka: KafkaConnection, topic: string): Promise<EventRecord[]> {
  const records: EventRecord[] = [];
  await kafka.consume({
    groupId: `${topic}.reader`,
    handlers: { [topic]: async (record) => void records.push(record) },
    fail: failTest,
  });
  return records;
}
