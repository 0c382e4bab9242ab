import { createLogger } from "@orbline/kit/observability/logger";
import { connectKafka } from "@orbline/kit/kafka/connection";
import { createMetrics } from "@orbline/kit/observability/metrics";
import { connectMongo } from "@orbline/kit/mongo/connection";
import { mongoAuditLog } from "../src/store/mongo-audit-log.ts";
import { mongoDeadLetters } from "../src/store/mongo-dead-letters.ts";
import { replayDeadLetter } from "../src/use-cases/replay-dead-letter.ts";

const [url = "", brokers = "", id = "", moment = ""] = process.argv.slice(2);
const logger = createLogger({ service: "replay", level: "silent" });
const connection = await connectMongo({ url, logger });
const metrics = createMetrics("replay");
const kafka = await connectKafka({
  brokers: brokers.split(","),
  clientId: "replay",
  logger,
  metrics,
});
const letters = mongoDeadLetters({ connection, topics: [], retry: kafka.retry });

/** Says that the moment has come, and waits there to be killed. */
const stop = async () => {
  process.stdout.write("there\n");
  await new Promise(() => undefined);
};

/** Replays one letter and stops just before, or just after, it is published. */
await replayDeadLetter({
  auditLog: mongoAuditLog({ connection }),
  clock: { now: () => new Date() },
  newId: () => `adm_${moment}`,
  deadLetters: {
    ...letters,
    publish: async (letter) => {
      if (moment === "before") await stop();
      await letters.publish(letter);
      await stop();
    },
  },
})({ id, actorId: "usr_admin", reason: "killed" });
