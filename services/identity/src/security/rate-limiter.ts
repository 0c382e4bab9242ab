import { createHash } from "node:crypto";
import { orUnavailable, type Redis } from "@orbline/kit/redis/connection";
import { RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";

export type Limit = { keyPrefix: string; points: number; windowSeconds: number };

/** Counts points per key in Redis. Every method @throws unavailable */
export function redisRateLimiter(redis: Redis, { keyPrefix, points, windowSeconds }: Limit) {
  const limiter = new RateLimiterRedis({
    storeClient: redis,
    useRedisPackage: true,
    keyPrefix,
    points,
    duration: windowSeconds,
  });
  return {
    /** Takes one point. Returns the seconds to wait when none is left; the window may differ for this key. */
    consume: (key: string, options?: { customDuration: number }) =>
      orUnavailable(
        limiter.consume(key, 1, options).then(
          () => undefined,
          (refused: unknown) => {
            if (!(refused instanceof RateLimiterRes)) throw refused;
            return { retryAfterSeconds: Math.max(1, Math.ceil(refused.msBeforeNext / 1_000)) };
          },
        ),
      ),
    /** Takes one point even beyond the limit. Returns how many the key has taken. */
    count: async (key: string) => (await orUnavailable(limiter.penalty(key))).consumedPoints,
    /** Gives one point back. */
    uncount: (key: string) => orUnavailable(limiter.reward(key)),
    reset: (key: string) => orUnavailable(limiter.delete(key)),
  };
}

// A Redis script runs alone, so parallel calls with one id get the same result.
const admitScript = `
if redis.call("SADD", KEYS[1], ARGV[1]) == 0 then return 1 end
local count = #redis.call("SMEMBERS", KEYS[1])
if count == 1 then redis.call("EXPIRE", KEYS[1], ARGV[3]) end
if count <= tonumber(ARGV[2]) then return 1 end
redis.call("SREM", KEYS[1], ARGV[1])
return 0`;

/** Limits different ids per key in Redis. The window begins with the first id of a key. */
export function redisIdLimiter(redis: Redis, { keyPrefix, points, windowSeconds }: Limit) {
  return {
    /**
     * Counts an id once. Returns whether it is within the limit, and the same for each repetition in the same window.
     * @throws unavailable
     */
    admit: async (key: string, id: string): Promise<boolean> => {
      const result = await orUnavailable(
        redis.eval(admitScript, {
          keys: [`${keyPrefix}:${key}`],
          arguments: [id, String(points), String(windowSeconds)],
        }),
      );
      return result === 1;
    },
  };
}

/** A key that does not reveal the text, because people type passwords into the wrong field. */
export function keyOf(text: string): string {
  return createHash("sha256").update(text.toLowerCase()).digest("base64url");
}
