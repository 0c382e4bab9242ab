import { createLogger } from "@orbline/kit/observability/logger";
import { run } from "@orbline/kit/process/run";
import { readConfig } from "./config.ts";
import { createMailbox } from "./mailbox.ts";

const config = readConfig(process.env);
const logger = createLogger({ service: "mailbox", level: config.LOG_LEVEL });

await run({
  logger,
  start: async ({ onStop }) => {
    const mailbox = createMailbox({ dataFile: config.DATA_FILE, log: logger });
    onStop("mailbox", mailbox.close);
    const { url, smtpUrl } = await mailbox.listen({
      port: config.PORT,
      smtpPort: config.SMTP_PORT,
      host: config.HOST,
    });
    logger.info({ url, smtpUrl }, "listening");
  },
});
