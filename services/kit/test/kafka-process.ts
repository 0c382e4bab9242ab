import { failTest, testRecord } from "../src/testing/kafka.ts";
import { connectScript } from "./connect-script.ts";

const { kafka, topic } = await connectScript();
const consumed = new Promise<void>((resolve) => {
  void kafka.consume({
    groupId: `${topic}.group`,
    handlers: { [topic]: async () => resolve() },
    fail: failTest,
  });
});
await kafka.publish(testRecord(topic, "a"));
await consumed;
await kafka.close();
process.stdout.write("published and consumed\n");
