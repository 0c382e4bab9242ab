import { connectKafka } from "../src/kafka/connection.ts";
import { createLogger } from "../src/observability/logger.ts";
import { createMetrics } from "../src/observability/metrics.ts";

/** Connects its own process to the brokers in the first argument; the second is the topic, the third the library. */
export const connectScript = async () => {
  const [brokers = "", topic = "", client] = process.argv.slice(2);
  const kafka = await connectKafka({
    brokers: brokers.split(","),
    client: client === "platformatic" ? client : "kafkajs",
    clientId: "script",
    logger: createLogger({ service: "test", level: "silent" }),
    metrics: createMetrics("test"),
  });
  return { kafka, topic };
};
