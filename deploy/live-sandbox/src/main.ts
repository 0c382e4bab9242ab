import { createLogger } from "@orbline/kit/observability/logger";
import { run } from "@orbline/kit/process/run";
import { readConfig } from "./config.ts";
import { createLiveSandbox } from "./sandbox.ts";

const config = readConfig(process.env);
const logger = createLogger({ service: "live-sandbox", level: config.LOG_LEVEL });

await run({
  logger,
  start: async ({ onStop }) => {
    const sandbox = createLiveSandbox({
      oddsApiKey: config.ODDS_API_KEY,
      apiSportsKey: config.API_SPORTS_KEY,
      seed: config.SEED,
      startAt: config.START_AT,
      speed: config.SPEED,
      historyDays: config.HISTORY_DAYS,
      share: config.SHARE,
      trouble: config.TROUBLE,
      creditsPerMonth: config.CREDITS_PER_MONTH,
      requestsPerDay: config.REQUESTS_PER_DAY,
      dataFile: config.DATA_FILE,
      log: logger,
    });
    onStop("sandbox", sandbox.close);
    const { url } = await sandbox.listen(config.PORT, config.HOST);
    logger.info({ url }, "listening");
  },
});
