import type { KafkaClient } from "./client.ts";
import { openKafka } from "./open.ts";
import type { KafkaTarget } from "./target.ts";

/** A client for one command of an operator. It fails within seconds without a broker. */
export function connectBroker(target: KafkaTarget): Promise<KafkaClient> {
  const retry = { firstMs: 300, maxMs: 1_000, retries: 3 };
  return openKafka({ ...target, clientId: "operator", retry });
}
