import { clientKey } from "@orbline/kit/client-key";
import { AppError } from "@orbline/kit/errors";
import type { Redis } from "@orbline/kit/redis/connection";
import type { ConflictLimits } from "../use-cases/ports.ts";
import { keyOf, redisRateLimiter } from "./rate-limiter.ts";

/** Codes of refusals that tell who is registered. */
const telling: ReadonlySet<string> = new Set(["username.taken", "email.taken"]);

/** Allows a client twenty such refusals an hour, counted in Redis. */
export function redisConflictLimits({
  redis,
  namespace,
}: {
  redis: Redis;
  namespace: string;
}): ConflictLimits {
  const limiter = redisRateLimiter(redis, {
    keyPrefix: `${namespace}conflicts`,
    points: 20,
    windowSeconds: 3_600,
  });
  return {
    guard: async (client, work) => {
      if (client === undefined) return work();
      // Hashed, because the id of a user must not outlive a deletion.
      const key = keyOf(clientKey(client));
      // Counted in advance, so that parallel questions cannot pass together, and a free name looks like a taken one.
      const wait = await limiter.consume(key);
      if (wait) throw conflictsThrottled(wait.retryAfterSeconds);
      const uncount = () => limiter.uncount(key);
      try {
        const result = await work();
        await uncount();
        return result;
      } catch (error) {
        if (!(error instanceof AppError && telling.has(error.code))) await uncount();
        throw error;
      }
    },
  };
}

function conflictsThrottled(retryAfterSeconds: number): AppError {
  return new AppError(
    "rate-limited",
    "account.throttled",
    "Too many of your usernames or email addresses were taken. Please try again later.",
    { retryAfterSeconds },
  );
}
