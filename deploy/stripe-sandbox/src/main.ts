import { createLogger } from "@orbline/kit/observability/logger";
import { run } from "@orbline/kit/process/run";
import { readConfig } from "./config.ts";
import { createSandbox } from "./sandbox.ts";

const config = readConfig(process.env);
const logger = createLogger({ service: "stripe-sandbox", level: config.LOG_LEVEL });

await run({
  logger,
  start: async ({ onStop }) => {
    const sandbox = createSandbox({
      secretKey: config.STRIPE_SECRET_KEY,
      webhookSecret: config.STRIPE_WEBHOOK_SECRET,
      webhookUrl: config.WEBHOOK_URL,
      dataFile: config.DATA_FILE,
      publicUrl: config.PUBLIC_URL,
      log: logger,
    });
    onStop("sandbox", sandbox.close);
    const { url } = await sandbox.listen(config.PORT, config.HOST);
    logger.info({ url }, "listening");
  },
});
