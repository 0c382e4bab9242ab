import { parseArgs } from "node:util";
import { systemClock as clock } from "@orbline/kit/clock";
import { createLogger } from "@orbline/kit/observability/logger";
import { isOutage } from "@orbline/kit/outage";
import { connectRedis, redisTarget } from "@orbline/kit/redis/connection";
import { readAdminDisableConfig } from "../config.ts";
import { sessionDirectory } from "../security/session-directory.ts";
import { disableAdmin } from "../use-cases/access.ts";
import { withAccounts } from "./accounts.ts";

const usage = `Takes the role of an admin away and ends the sessions. The account stays, as a user's.

  npm run admin:disable -- --username admin_jo
`;

const { values } = parseArgs({
  options: { username: { type: "string" }, help: { type: "boolean", default: false } },
});

async function main(): Promise<string> {
  const config = readAdminDisableConfig({
    ...(values.username !== undefined && { ADMIN_USERNAME: values.username }),
  });
  const { ADMIN_USERNAME: username, LOG_LEVEL: level } = config;
  const logger = createLogger({ service: "identity", level, stream: process.stderr });
  const redis = await connectRedis({ ...redisTarget(config), logger });
  try {
    const sessions = sessionDirectory({ redis, clock });
    const wasAdmin = await withAccounts(config, (deps) =>
      disableAdmin({ ...deps, sessions }, username),
    );
    return wasAdmin
      ? `${username} is no admin any more, and the sessions have ended.\n`
      : `${username} is no admin. The sessions have ended.\n`;
  } finally {
    redis.destroy();
  }
}

try {
  process.stdout.write(values.help ? usage : await main());
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  if (isOutage(error))
    process.stderr.write(
      "Start the product (make up), or set MONGO_URL, REDIS_URL and KAFKA_BROKERS.\n",
    );
  process.exitCode = 1;
}
