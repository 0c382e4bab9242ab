import { createLogger } from "../src/observability/logger.ts";
import { run } from "../src/process/run.ts";

const [mode = ""] = process.argv.slice(2);
const say = (text: string) => process.stdout.write(`${text}\n`);

await run({
  logger: createLogger({ service: "test", level: "silent" }),
  start: async ({ onStop, fail }) => {
    const alive = setInterval(() => undefined, 1_000);
    onStop("first", () => say("closed first"));
    onStop("second", async () => {
      if (mode === "hangs") await new Promise(() => undefined);
      if (mode === "throws") throw new Error("does not close");
      say("closed second");
    });
    if (mode === "fails") throw new Error("no database");
    onStop("third", () => {
      clearInterval(alive);
      say("closed third");
    });
    say("running");
    if (mode === "gives-up") fail(new Error("the consumer has stopped"));
    if (mode === "rejects") void Promise.reject(new Error("forgotten"));
  },
});
