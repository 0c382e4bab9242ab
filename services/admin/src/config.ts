import { grpcClientSettings, loadConfig, portSetting, serviceSettings } from "@orbline/kit/config";
import { z } from "zod";

const schema = z.object({
  ...serviceSettings,
  ...grpcClientSettings,
  PORT: portSetting(8104),
  BILLING_GRPC: z.string().min(1),
});

/** Configuration of the service. */
export type Config = z.output<typeof schema>;

/** Reads the configuration of the service. @throws an error that names every wrong variable */
export const readConfig = (env: NodeJS.ProcessEnv = process.env): Config => loadConfig(schema, env);
