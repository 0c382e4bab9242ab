import { connectMongo } from "../src/mongo/connection.ts";
import { createLogger } from "../src/observability/logger.ts";
import { createRelay } from "../src/mongo/relay.ts";
import { increment, openThings, type ThingDocument } from "./things.ts";

/** Saves changes and is killed as soon as one of them is about to be published. */
const [url = "", name = ""] = process.argv.slice(2);
const logger = createLogger({ service: "test", level: "silent" });
const { collection, open } = await openThings(await connectMongo({ url, logger }), name);
const saved = Promise.withResolvers<void>();
const relay = createRelay<ThingDocument>({
  collection,
  topic: "never",
  source: "test",
  encode: ({ count }) => Buffer.from(String(count)),
  publish: async () => {
    await saved.promise;
    process.kill(process.pid, "SIGKILL");
  },
  logger,
});
const aggregates = open(relay.notify);
for (const id of ["a", "b", "a", "c"]) await aggregates.update(id, increment);
process.stdout.write("saved\n");
saved.resolve();
