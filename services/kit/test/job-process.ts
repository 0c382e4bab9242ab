import { connectMongo } from "../src/mongo/connection.ts";
import { createLogger } from "../src/observability/logger.ts";
import { scheduleOnce } from "../src/process/schedule.ts";
import { testLifecycle } from "../src/testing/lifecycle.ts";

/** Runs a job that never ends, for a test that kills this process. */
const [url = "", name = ""] = process.argv.slice(2);
const logger = createLogger({ service: "test", level: "silent" });
const connection = await connectMongo({ url, logger });
scheduleOnce(
  { logger, connection, lifecycle: testLifecycle().lifecycle },
  {
    name,
    everyMs: 50,
    job: async () => {
      await connection.collection("job_runs").insertOne({ name });
      process.stdout.write("running\n");
      await new Promise(() => undefined);
    },
  },
);
