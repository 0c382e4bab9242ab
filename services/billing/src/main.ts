import { createLogger } from "@orbline/kit/logger";
import { run } from "@orbline/kit/run";
import { loadBillingConfig } from "./config.ts";
import { startBilling } from "./service.ts";

const config = loadBillingConfig(process.env);
const logger = createLogger({ service: "billing", level: config.LOG_LEVEL });

await run({
  logger,
  start: async (lifecycle) => {
    const ports = await startBilling({ config, logger, lifecycle });
    logger.info(ports, "listening");
  },
});
