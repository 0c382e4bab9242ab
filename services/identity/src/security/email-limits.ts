import type { Redis } from "@orbline/kit/redis/connection";
import type { EmailLimits } from "../use-cases/ports.ts";
import { keyOf, redisRateLimiter } from "./rate-limiter.ts";

/** Limits emails that anybody can request to five an hour for each purpose and address, in Redis. */
export function redisEmailLimits({
  redis,
  namespace,
}: {
  redis: Redis;
  namespace: string;
}): EmailLimits {
  const limiter = redisRateLimiter(redis, {
    keyPrefix: `${namespace}mails`,
    points: 5,
    windowSeconds: 3_600,
  });
  return { take: (purpose, address) => limiter.consume(`${purpose}:${keyOf(address)}`) };
}
