import { createHash } from "node:crypto";
import { orUnavailable, type Redis } from "@orbline/kit/redis/connection";
import { RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";
import type { MailLimits } from "../use-cases/ports.ts";

/** So many mails that anybody can ask for go to one address within a time. */
export type MailLimit = { mails: number; windowSeconds: number };

/** Enough for who mistypes or has lost a mail. */
export const mailLimit: MailLimit = { mails: 5, windowSeconds: 3_600 };

/** Addresses are no keys as they are. */
const digest = (address: string) =>
  createHash("sha256").update(address.toLowerCase()).digest("base64url");

/** Mails by address, counted in Redis. */
export const redisMailLimits = ({
  redis,
  namespace,
  limit = mailLimit,
}: {
  redis: Redis;
  namespace: string;
  limit?: MailLimit;
}): MailLimits => {
  const limiter = new RateLimiterRedis({
    storeClient: redis,
    useRedisPackage: true,
    keyPrefix: `${namespace}mails`,
    points: limit.mails,
    duration: limit.windowSeconds,
  });
  return {
    take: (address) =>
      orUnavailable(
        limiter.consume(digest(address)).then(
          () => undefined,
          (refused: unknown) => {
            if (!(refused instanceof RateLimiterRes)) throw refused;
            return { retryAfterSeconds: Math.max(1, Math.ceil(refused.msBeforeNext / 1_000)) };
          },
        ),
      ),
  };
};
