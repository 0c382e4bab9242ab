// Gives a demo a past: npm run slate:backfill -- --days N, which finds the running product's settings.
import { systemClock } from "@orbline/kit/clock";
import { createLogger } from "@orbline/kit/observability/logger";
import { connectMongo } from "@orbline/kit/mongo/connection";
import { isOutage } from "@orbline/kit/outage";
import { backfill } from "./backfill.ts";
import { readBackfillConfig } from "../../config.ts";

const run = async (): Promise<string> => {
  const { MONGO_URL: url, LOG_LEVEL, ...wanted } = readBackfillConfig();
  const logger = createLogger({ service: "prediction", level: LOG_LEVEL, stream: process.stderr });
  const connection = await connectMongo({ url, logger });
  try {
    const done = await backfill({
      connection,
      clock: systemClock,
      seed: wanted.SLATE_SEED,
      days: wanted.BACKFILL_DAYS,
      demoUserId: wanted.BACKFILL_USER,
      settlementMonitor: {
        reportUnreadable: ({ id, reason }) =>
          logger.error({ predictionId: id, reason }, "a stored prediction cannot be settled"),
      },
    });
    return (
      `${done.from} to ${done.to}: ${done.added} predictions added, ${done.known} were there, ` +
      `${done.settled} settled\n`
    );
  } finally {
    await connection.close();
  }
};

try {
  process.stdout.write(await run());
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  if (isOutage(error)) process.stderr.write("Start the product first: make up.\n");
  process.exitCode = 1;
}
