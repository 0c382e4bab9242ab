import closeWithGrace from "close-with-grace";
import { pino } from "pino";
import { readConfig } from "./config.ts";
import { createSandbox } from "./sandbox.ts";

const config = readConfig(process.env);
const log = pino({
  level: config.LOG_LEVEL,
  base: { service: "stripe-sandbox" },
  timestamp: pino.stdTimeFunctions.isoTime,
  formatters: { level: (label) => ({ level: label }) },
});
const sandbox = createSandbox({
  secretKey: config.STRIPE_SECRET_KEY,
  webhookSecret: config.STRIPE_WEBHOOK_SECRET,
  webhookUrl: config.WEBHOOK_URL,
  catalog: config.CATALOG,
  dataFile: config.DATA_FILE,
  publicUrl: config.PUBLIC_URL,
  log,
});
closeWithGrace({ logger: false }, async ({ err, signal }) => {
  if (err) log.fatal({ err }, "stopping after an error");
  else log.info({ signal }, "stopping");
  await sandbox.close();
});
const { url } = await sandbox.listen(config.PORT, config.HOST);
log.info({ url }, "listening");
