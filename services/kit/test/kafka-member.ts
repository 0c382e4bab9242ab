import { connectKafka } from "../src/kafka.ts";
import { createLogger } from "../src/logger.ts";
import { createMetrics } from "../src/metrics.ts";

const [brokers = "", topic = ""] = process.argv.slice(2);
const kafka = await connectKafka({
  brokers: brokers.split(","),
  clientId: "member",
  logger: createLogger({ service: "test", level: "silent" }),
  metrics: createMetrics("test"),
});
await kafka.consume({
  groupId: `${topic}.group`,
  handlers: { [topic]: async ({ key }) => void process.stdout.write(`${key}\n`) },
  fail: (error) => {
    throw error;
  },
});
