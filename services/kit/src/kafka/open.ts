import type { ClientOptions, KafkaClient } from "./client.ts";

/** A client of the library in `target.client`, the only one that is loaded. It connects when it is used. */
export async function openKafka(options: ClientOptions): Promise<KafkaClient> {
  if (options.client === "platformatic")
    return (await import("./platformatic/client.ts")).platformaticClient(options);
  return (await import("./kafkajs/client.ts")).kafkajsClient(options);
}
