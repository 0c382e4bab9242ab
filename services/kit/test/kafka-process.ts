import { connectScript } from "./connect-script.ts";

const { kafka, topic } = await connectScript();
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
