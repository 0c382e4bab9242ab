import { failTest } from "../src/testing/kafka.ts";
import { connectScript } from "./connect-script.ts";

const { kafka, topic } = await connectScript();
await kafka.consume({
  groupId: `${topic}.group`,
  handlers: { [topic]: async ({ key }) => void process.stdout.write(`${key}\n`) },
  fail: failTest,
});
