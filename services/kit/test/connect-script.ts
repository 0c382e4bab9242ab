import { connectKafka } from "../src/kafka/connection.ts";
import { createLogger } from "../src/observability/logger.ts";
import { createMetrics } from "../src/observability/metrics.ts";

/** Connects a process of its own to the brokers of its first argument; the second is its topic. */
export const connectScript = async () => {
  const [brokers = "", topic = ""] = process.argv.slice(2);
  const kafka = await connectKafka({
    brokers: brokers.split(","),
    clientId: "script",
    logger: createLogger({ service: "test", level: "silent" }),
    metrics: createMetrics("test"),
  });
  return { kafka, topic };
};
