import { connectKafka } from "../src/kafka.ts";
import { createLogger } from "../src/logger.ts";
import { createMetrics } from "../src/metrics.ts";

const [brokers = "", topic = ""] = process.argv.slice(2);
const kafka = await connectKafka({
  brokers: brokers.split(","),
  clientId: "script",
  logger: createLogger({ service: "test", level: "silent" }),
  metrics: createMetrics("test"),
});
const consumed = new Promise<void>((resolve) => {
  void kafka.consume({
    groupId: `${topic}.group`,
    handlers: { [topic]: async () => resolve() },
    fail: (error) => {
      throw error;
    },
  });
});
const value = Buffer.from("x");
const [key, type, source, seq, time] = ["a", "thing.changed", "test", 1, new Date()] as const;
await kafka.publish({ topic, key, value, type, source, seq, time });
await consumed;
await kafka.close();
process.stdout.write("published and consumed\n");
