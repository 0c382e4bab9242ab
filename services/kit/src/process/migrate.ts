import { z } from "zod";
import { loadConfig, serviceSettings } from "../config.ts";
import { type Migration, migrateDatabase } from "../mongo/migrations.ts";
import { createLogger } from "../observability/logger.ts";

const { MONGO_URL, LOG_LEVEL } = serviceSettings;
const schema = z.object({ MONGO_URL, LOG_LEVEL });

/**
 * Runs the migrations of a service and ends. It needs `MONGO_URL` only. Run before the processes of a release start, it may take
 * longer than an orchestrator waits for a start; they then find nothing to migrate.
 */
export async function runMigrations(service: string, migrations: Migration[]): Promise<void> {
  const config = loadConfig(schema, process.env);
  const logger = createLogger({ service, level: config.LOG_LEVEL });
  await migrateDatabase({ url: config.MONGO_URL, logger }, migrations);
  logger.info("the database is migrated");
}
