// A process that appends leaves for as long as it lives; the test of the record log kills it anywhere.
import { createLogger } from "@orbline/kit/observability/logger";
import { connectMongo } from "@orbline/kit/mongo/connection";
import { mongoLeaves } from "../src/store/proof/leaves.ts";
import { noMonitor } from "../src/testing/predictions.ts";

const logger = createLogger({ service: "test", level: "silent" });
const connection = await connectMongo({ url: process.argv[2] ?? "", logger });
const leaves = mongoLeaves(connection, noMonitor);

process.stdout.write("ready\n");
for (;;) {
  // An append that lost against the other process is tried again, as the service's own repetition does.
  await leaves.append().catch(() => undefined);
  await new Promise((resolve) => setTimeout(resolve, 5));
}
