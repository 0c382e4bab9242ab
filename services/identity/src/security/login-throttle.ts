import { clientKey } from "@orbline/kit/client-key";
import { AppError } from "@orbline/kit/errors";
import type { Redis } from "@orbline/kit/redis/connection";
import type { LoginThrottle } from "../use-cases/ports.ts";
import { keyOf, redisRateLimiter } from "./rate-limiter.ts";

/** After `free` failures within the window each further attempt must wait. */
export type FailureLimit = {
  free: number;
  windowSeconds: number;
  /** The wait starts at one second and doubles up to this. */
  maxDelaySeconds: number;
  /** Attempts allowed after one wait. */
  burst: number;
};

export type LoginLimits = Record<"account" | "ip" | "global", FailureLimit>;

/** An account waits at most a minute, so that its owner is never locked out for long. */
export const loginLimits: LoginLimits = {
  account: { free: 5, windowSeconds: 3_600, maxDelaySeconds: 60, burst: 1 },
  ip: { free: 30, windowSeconds: 3_600, maxDelaySeconds: 60, burst: 1 },
  global: { free: 1_000, windowSeconds: 600, maxDelaySeconds: 1, burst: 10 },
};

/** Failed logins in Redis per account, per IP address and in total. */
export function redisLoginThrottle({
  redis,
  namespace,
  limits = loginLimits,
}: {
  redis: Redis;
  namespace: string;
  limits?: LoginLimits;
}): LoginThrottle {
  const counterOf = (name: keyof LoginLimits) =>
    failureCounter(redis, `${namespace}login:${name}`, limits[name]);
  const [accounts, ips, global] = [counterOf("account"), counterOf("ip"), counterOf("global")];

  return {
    clear: async (account) => {
      await accounts.reset(keyOf(account));
    },
    begin: async ({ account, ip }) => {
      const name = keyOf(account);
      const counted: (() => Promise<unknown>)[] = [];
      const withdraw = async () => {
        await Promise.all(counted.map((uncount) => uncount()));
      };
      const count = async (counter: typeof accounts, key: string) => {
        await counter.count(key);
        counted.push(() => counter.uncount(key));
      };
      try {
        await count(accounts, name);
        // A household owns a whole IPv6 network, so single addresses would not limit it.
        if (ip !== undefined) await count(ips, clientKey(ip));
        await count(global, "all");
      } catch (error) {
        await withdraw();
        throw error;
      }
      return {
        withdraw,
        succeed: async () => {
          await withdraw();
          await accounts.reset(name);
        },
      };
    },
  };
}

/** Failures per key with a growing delay and without a lock-out. */
function failureCounter(redis: Redis, keyPrefix: string, limit: FailureLimit) {
  const { free, windowSeconds, maxDelaySeconds, burst } = limit;
  const failures = redisRateLimiter(redis, {
    keyPrefix: `${keyPrefix}:failures`,
    points: Number.MAX_SAFE_INTEGER,
    windowSeconds,
  });
  const gate = redisRateLimiter(redis, {
    keyPrefix: `${keyPrefix}:gate`,
    points: burst,
    windowSeconds: 1,
  });
  return {
    /** Counts a failure in advance, so that parallel guesses cannot pass together. @throws rate-limited */
    count: async (key: string): Promise<void> => {
      const count = await failures.count(key);
      if (count < free) return;
      const customDuration = Math.min(2 ** Math.min(count - free, 20), maxDelaySeconds);
      const wait = await gate.consume(key, { customDuration });
      if (!wait) return;
      await failures.uncount(key);
      throw throttled(wait.retryAfterSeconds);
    },
    uncount: failures.uncount,
    reset: (key: string) => Promise.all([failures.reset(key), gate.reset(key)]),
  };
}

function throttled(retryAfterSeconds: number): AppError {
  const wait = retryAfterSeconds === 1 ? "1 second" : `${retryAfterSeconds} seconds`;
  return new AppError(
    "rate-limited",
    "login.throttled",
    `Too many attempts to sign in. Please try again in ${wait}.`,
    { retryAfterSeconds },
  );
}
