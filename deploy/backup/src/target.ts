import { loadConfig } from "@orbline/kit/config";
import type { KafkaClient } from "@orbline/kit/kafka/client";
import { connectBroker } from "@orbline/kit/kafka/operator";
import { type KafkaTarget, operatorSettings, operatorTarget } from "@orbline/kit/kafka/target";
import { databaseOf, dataServices } from "@orbline/kit/mongo/access";
import { connectMongo } from "@orbline/kit/mongo/connection";
import { createLogger } from "@orbline/kit/observability/logger";
import type { Connection } from "mongoose";
import { z } from "zod";

/** The engines of one installation. */
export type Target = {
  /** Address without a database. */
  mongoUrl: string;
  kafka: KafkaTarget;
  /** Prefix of topics and consumer groups. */
  namespace: string;
  /** Names of the databases, one for each service. */
  databases: string[];
};

const schema = z.object({
  ...operatorSettings,
  MONGO_URL: z.url({ protocol: /^mongodb(\+srv)?$/ }),
  NAMESPACE: z.string().default(""),
});

/** The engines that the environment names. @throws an error that names every wrong variable */
export function readTarget(env: NodeJS.ProcessEnv): Target {
  const { MONGO_URL: mongoUrl, NAMESPACE: namespace, ...kafka } = loadConfig(schema, env);
  const databases = dataServices.map(databaseOf);
  return { mongoUrl, namespace, databases, kafka: operatorTarget(kafka) };
}

/** Connects to the engines for one piece of work. */
export async function withConnections<T>(
  { mongoUrl, kafka }: Target,
  work: (connections: { mongo: Connection; kafka: KafkaClient }) => Promise<T>,
): Promise<T> {
  const logger = createLogger({ service: "backup", level: "silent" });
  // The indexes of a large collection may take an hour.
  const mongo = await connectMongo({ url: mongoUrl, logger, responseTimeoutMs: 0 });
  try {
    return await work({ mongo, kafka: await connectBroker(kafka) });
  } finally {
    await mongo.close();
  }
}
