import { AppError } from "@orbline/kit/errors";
import { orUnavailable, type Redis } from "@orbline/kit/redis/connection";
import { RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";

/** How a counter slows down: after `free` failures within the window each further try has to wait. */
export type FailureLimit = {
  free: number;
  windowSeconds: number;
  /** The wait doubles from one second up to this. */
  maxDelaySeconds: number;
  /** Tries that one wait lets through. */
  burst: number;
};

const tooMany = (waitMs: number) => {
  const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1_000));
  const wait = retryAfterSeconds === 1 ? "1 second" : `${retryAfterSeconds} seconds`;
  return new AppError(
    "rate-limited",
    "login.throttled",
    `Too many attempts to sign in. Please try again in ${wait}.`,
    { retryAfterSeconds },
  );
};

/** Milliseconds to wait, 0 when the limiter let it through. */
const waitOf = (consumed: Promise<RateLimiterRes>): Promise<number> =>
  consumed.then(
    () => 0,
    (refused: unknown) => {
      if (refused instanceof RateLimiterRes) return refused.msBeforeNext;
      throw refused;
    },
  );

const delaySeconds = ({ free, maxDelaySeconds }: FailureLimit, count: number) =>
  Math.min(2 ** Math.min(count - free, 20), maxDelaySeconds);

/** Failures by key in Redis, with a growing delay and no lock-out. @throws unavailable without Redis */
export const failureCounter = ({
  redis,
  keyPrefix,
  limit,
}: {
  redis: Redis;
  keyPrefix: string;
  limit: FailureLimit;
}) => {
  const shared = { storeClient: redis, useRedisPackage: true };
  const failures = new RateLimiterRedis({
    ...shared,
    keyPrefix: `${keyPrefix}:failures`,
    points: Number.MAX_SAFE_INTEGER,
    duration: limit.windowSeconds,
  });
  const gate = new RateLimiterRedis({
    ...shared,
    keyPrefix: `${keyPrefix}:gate`,
    points: limit.burst,
    duration: 1,
  });
  const uncount = (key: string) => orUnavailable(failures.reward(key));
  return {
    /** Counts a failure in advance, so that parallel guesses cannot slip through together. @throws rate-limited */
    count: async (key: string): Promise<void> => {
      const { consumedPoints } = await orUnavailable(failures.penalty(key));
      if (consumedPoints < limit.free) return;
      const customDuration = delaySeconds(limit, consumedPoints);
      const waitMs = await orUnavailable(waitOf(gate.consume(key, 1, { customDuration })));
      if (waitMs === 0) return;
      await uncount(key);
      throw tooMany(waitMs);
    },
    /** Takes one failure back. */
    uncount,
    /** Starts the key anew. */
    reset: async (key: string): Promise<void> => {
      await orUnavailable(Promise.all([failures.delete(key), gate.delete(key)]));
    },
  };
};
