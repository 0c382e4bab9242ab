import { clientKeys, networkWeights } from "@orbline/kit/client-key";
import { AppError } from "@orbline/kit/errors";
import type { Redis } from "@orbline/kit/redis/connection";
import type { ConflictLimits } from "../use-cases/ports.ts";
import { keyOf, redisRateLimiter } from "./rate-limiter.ts";

/** Codes of refusals that tell who is registered. */
const telling: ReadonlySet<string> = new Set(["username.taken", "email.taken"]);

/** Allows a client twenty such refusals an hour, and its networks some times as many, counted in Redis. */
export function redisConflictLimits({
  redis,
  namespace,
}: {
  redis: Redis;
  namespace: string;
}): ConflictLimits {
  const limiters = networkWeights.map((times) =>
    redisRateLimiter(redis, {
      keyPrefix: `${namespace}conflicts${times === 1 ? "" : `-${times}`}`,
      points: 20 * times,
      windowSeconds: 3_600,
    }),
  );
  /** Counts one question of a client. Returns how to take it back. @throws rate-limited */
  async function count(client: string) {
    // Hashed, because the id of a user must not outlive a deletion.
    const keys = clientKeys(client).map(keyOf);
    const counted = limiters.slice(0, keys.length).map((limiter, index) => {
      const key = keys[index] ?? "";
      return { consume: () => limiter.consume(key), uncount: () => limiter.uncount(key) };
    });
    for (const { consume } of counted) {
      const wait = await consume();
      if (wait) throw conflictsThrottled(wait.retryAfterSeconds);
    }
    return () => Promise.all(counted.map(({ uncount }) => uncount()));
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
