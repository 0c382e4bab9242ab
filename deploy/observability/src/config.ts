import { loadConfig, serviceSettings } from "@orbline/kit/config";
import { z } from "zod";

const schema = z.object({
  KAFKA_BROKERS: serviceSettings.KAFKA_BROKERS.default(["127.0.0.1:19092"]),
  NAMESPACE: serviceSettings.NAMESPACE,
});

/** Reads where the brokers are; without any setting the product that `make up` started is meant. */
export const readConfig = (env: NodeJS.ProcessEnv = process.env) => loadConfig(schema, env);
