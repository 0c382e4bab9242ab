import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { jsonSetting, loadConfig } from "../config.ts";
import { grantTopicAccess } from "../kafka/access.ts";
import { connectBroker } from "../kafka/operator.ts";
import { operatorSettings, operatorTarget } from "../kafka/target.ts";
import { dataServices, grantDatabaseAccess } from "../mongo/access.ts";
import { connectMongo } from "../mongo/connection.ts";
import { createLogger } from "../observability/logger.ts";

// Grants the services access to their topics, as a superuser of Kafka, and to their databases, as a user of MongoDB
// that may make users. It starts together with the engines and waits for each of them.

const schema = z
  .object({
    ...operatorSettings,
    NAMESPACE: z.string().default(""),
    /** Address of MongoDB with that user. */
    MONGO_ROOT_URL: z.url({ protocol: /^mongodb(\+srv)?$/ }).optional(),
    /** JSON object from each service to its password; without it MongoDB stays as it is. */
    MONGO_PASSWORDS: jsonSetting("must be a JSON object of service and password")
      .pipe(z.record(z.enum(dataServices), z.string().min(16)))
      .optional(),
    /** How long an engine may take to start. */
    GRANT_TIMEOUT_SECONDS: z.coerce.number().positive().default(60),
  })
  .refine(({ MONGO_ROOT_URL, MONGO_PASSWORDS }) => MONGO_ROOT_URL || !MONGO_PASSWORDS, {
    path: ["MONGO_ROOT_URL"],
    error: "is required with MONGO_PASSWORDS",
  });
const { NAMESPACE, MONGO_ROOT_URL, MONGO_PASSWORDS, GRANT_TIMEOUT_SECONDS, ...config } = loadConfig(
  schema,
  process.env,
);

const kafka = await connectBroker(operatorTarget(config));
await retryDuringStart(() => grantTopicAccess(kafka, NAMESPACE));
process.stdout.write("every service may use its own topics\n");

if (MONGO_ROOT_URL && MONGO_PASSWORDS) {
  await retryDuringStart(() => grantDatabases(MONGO_ROOT_URL, MONGO_PASSWORDS));
  process.stdout.write("every service may use its own database\n");
}

async function grantDatabases(url: string, passwords: typeof MONGO_PASSWORDS & object) {
  const logger = createLogger({ service: "grant-access", level: "silent" });
  const connection = await connectMongo({ url, logger });
  try {
    await grantDatabaseAccess(connection, passwords);
  } finally {
    await connection.close();
  }
}

async function retryDuringStart(work: () => Promise<void>): Promise<void> {
  const endsAtMs = Date.now() + GRANT_TIMEOUT_SECONDS * 1_000;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (Date.now() > endsAtMs) throw error;
      await delay(100);
    }
  }
}
