import { byWeight, weightedKeys } from "@orbline/kit/client-key";
import { AppError } from "@orbline/kit/errors";
import type { Redis } from "@orbline/kit/redis/connection";
import type { ConflictLimits } from "../use-cases/ports.ts";
import { keyOf, redisRateLimiter } from "./rate-limiter.ts";

/** Codes of refusals that tell who is registered. */
const telling: ReadonlySet<string> = new Set(["username.taken", "email.taken"]);

/** Allows a client twenty such refusals an hour, its /56 network 80 and its /48 network 320, counted in Redis. */
export function redisConflictLimits({
  redis,
  namespace,
}: {
  redis: Redis;
  namespace: string;
}): ConflictLimits {
  const limiters = byWeight((weight) =>
    redisRateLimiter(redis, {
      keyPrefix: `${namespace}conflicts`,
      points: 20 * weight,
      windowSeconds: 3_600,
    }),
  );
  /** Counts one question of a client. Returns a function that takes it back. @throws rate-limited */
  async function count(client: string) {
    // Hashed, because the id of a user must not outlive a deletion.
    const keys = weightedKeys(client).map(({ key, weight }) => ({ key: keyOf(key), weight }));
    for (const { key, weight } of keys) {
      const wait = await limiters[weight].consume(key);
      if (wait) throw conflictsThrottled(wait.retryAfterSeconds);
    }
    return () => Promise.all(keys.map(({ key, weight }) => limiters[weight].uncount(key)));
  }
  return {
    guard: async (client, work) => {
      if (client === undefined) return work();
      // Counted in advance, so that parallel questions cannot pass together, and a free name looks like a taken one.
      const uncount = await count(client);
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
