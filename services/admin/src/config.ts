import {
  grpcAddressSetting,
  grpcClientSettings,
  grpcServerSettings,
  inProduction,
  isWeakSecret,
  loadConfig,
  portSetting,
  refuseOpenEngines,
  refuseWeakTokens,
  secretSetting,
  serviceSettings,
  weakSecret,
} from "@orbline/kit/config";
import type { ServiceContext } from "@orbline/kit/service-context";
import { operatorSettings } from "@orbline/kit/kafka/target";
import { z } from "zod";

/** Every variable of the environment that the program reads. */
export const configSchema = z
  .object({
    ...serviceSettings,
    ...grpcServerSettings,
    ...grpcClientSettings,
    PORT: portSetting(8104),
    GRPC_PORT: portSetting(9104),
    BILLING_GRPC: grpcAddressSetting,
    /** Keys the hashes of the audit log. Keep it out of the database. */
    AUDIT_KEY: secretSetting.optional(),
  })
  .superRefine(
    inProduction((settings, refuse) => {
      refuseWeakTokens(settings, refuse);
      refuseOpenEngines(settings, refuse);
      if (settings.AUDIT_KEY === undefined || isWeakSecret(settings.AUDIT_KEY))
        refuse("AUDIT_KEY", weakSecret);
    }),
  );

export type Config = z.output<typeof configSchema>;

/** The inputs from which admin builds its parts. */
export type AdminContext = ServiceContext<Config>;

/** Reads the configuration of the service. @throws an error that names every wrong variable */
export const readConfig = (env: NodeJS.ProcessEnv = process.env): Config =>
  loadConfig(configSchema, env);

const auditVerifySchema = z.object({
  ...operatorSettings,
  NAMESPACE: serviceSettings.NAMESPACE,
  AUDIT_KEY: secretSetting.optional(),
  MONGO_URL: serviceSettings.MONGO_URL.default("mongodb://127.0.0.1:27117/orbline_admin"),
});

/** Reads the settings of audit:verify. The defaults match the product that `make up` starts. */
export const readAuditVerifyConfig = (env: NodeJS.ProcessEnv = process.env) =>
  loadConfig(auditVerifySchema, env);
