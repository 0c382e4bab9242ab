import type { Redis } from "@orbline/kit/redis/connection";
import type { EmailLimits } from "../use-cases/ports.ts";
import { keyOf, redisIdLimiter, redisRateLimiter } from "./rate-limiter.ts";

const hourSeconds = 3_600;

/**
 * Limits emails for each purpose and address or user, in Redis: those that anybody can request to five an hour, a warning of
 * failed logins to one a day, notices of new devices to three a day, those about changes of the password and new factors to ten an
 * hour, and those about an account to an address that nobody has verified to ten an hour.
 */
export function redisEmailLimits({
  redis,
  namespace,
}: {
  redis: Redis;
  namespace: string;
}): EmailLimits {
  const keyPrefix = `${namespace}mails`;
  const limiterOf = (points: number, windowSeconds: number) =>
    redisRateLimiter(redis, { keyPrefix, points, windowSeconds });
  const requested = limiterOf(5, hourSeconds);
  const limiters = {
    "reset-password": requested,
    "verify-email": requested,
    "change-email": requested,
    "change-access": limiterOf(10, hourSeconds),
    waitlist: requested,
    "login-throttled": limiterOf(1, 24 * hourSeconds),
    "new-device": limiterOf(3, 24 * hourSeconds),
  };
  const unverified = redisIdLimiter(redis, { keyPrefix, points: 10, windowSeconds: hourSeconds });
  return {
    take: (purpose, address) => limiters[purpose].consume(`${purpose}:${keyOf(address)}`),
    // Ids are hashed, because the id of a user must not outlive a deletion.
    admitUnverified: ({ id, to }) => unverified.admit(`unverified-ids:${keyOf(to)}`, keyOf(id)),
  };
}
