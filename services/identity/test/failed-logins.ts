import { createLogger } from "@orbline/kit/observability/logger";
import { connectRedis, redisTarget } from "@orbline/kit/redis/connection";
import { readConfig } from "../src/config.ts";
import { loginLimits, redisLoginThrottle } from "../src/security/login-throttle.ts";
import { testEnv } from "./service.ts";

/** Counts failed logins of an account from no address, as many wrong passwords with their waits would. */
export const failLogins = async (account: string, count: number): Promise<void> => {
  const config = readConfig(testEnv());
  const logger = createLogger({ service: "test", level: "silent" });
  const redis = await connectRedis({ ...redisTarget(config), logger });
  const withoutWaits = { ...loginLimits, account: { ...loginLimits.account, free: Infinity } };
  const { NAMESPACE: namespace } = config;
  const throttle = redisLoginThrottle({ redis, namespace, limits: withoutWaits });
  for (let failure = 0; failure < count; failure += 1)
    await throttle.begin({ account, ip: undefined });
  redis.destroy();
};
