import { clientKey, wideNetworks } from "@orbline/kit/client-key";
import { AppError } from "@orbline/kit/errors";
import type { Redis } from "@orbline/kit/redis/connection";
import type { LoginAttempt, LoginSource, LoginThrottle } from "../use-cases/ports.ts";
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

export type LoginLimits = Record<
  "account" | "own" | "code" | "ip" | "network" | "global",
  FailureLimit
>;

const guesses = { windowSeconds: 3_600, maxDelaySeconds: 60, burst: 1 };

/** An account waits at most a minute, so that its owner is never locked out for long. */
export const loginLimits: LoginLimits = {
  account: { free: 5, ...guesses },
  /** Of one known device or one session. */
  own: { free: 5, ...guesses },
  /**
   * Of codes after the right password, for an account on unknown devices, a known device or a session. At most an hour: a
   * person who guesses codes knows the password, and gets about forty tries a day. Three of a million codes are valid.
   */
  code: { free: 5, windowSeconds: 86_400, maxDelaySeconds: 3_600, burst: 1 },
  ip: { free: 30, ...guesses },
  /** Of the /56 network of an IPv6 address, and four times as many of its /48 network. */
  network: { free: 120, ...guesses },
  global: { free: 1_000, windowSeconds: 600, maxDelaySeconds: 1, burst: 10 },
};

/** Failed logins in Redis per account, device, session, IP address and network, and in total. */
export function redisLoginThrottle({
  redis,
  namespace,
  limits = loginLimits,
}: {
  redis: Redis;
  namespace: string;
  limits?: LoginLimits;
}): LoginThrottle {
  const counterOf = (name: string, limit: FailureLimit) =>
    failureCounter(redis, `${namespace}login:${name}`, limit);
  const { network } = limits;
  const accounts = counterOf("account", limits.account);
  const [devices, sessions] = [counterOf("device", limits.own), counterOf("session", limits.own)];
  const codes = counterOf("code", limits.code);
  const ips = counterOf("ip", limits.ip);
  const sites = counterOf("56", network);
  const providers = counterOf("48", { ...network, free: 4 * network.free });
  const global = counterOf("global", limits.global);

  /** The counters of a source; a success resets the first. */
  const countersOf = (source: LoginSource): [Counter, string][] => {
    if ("device" in source) return [[devices, source.device]];
    if ("session" in source) return [[sessions, source.session]];
    const { account, ip } = source;
    const [site, provider] = ip === undefined ? [] : wideNetworks(ip);
    return [
      [accounts, keyOf(account)],
      // A household owns a whole IPv6 network, so single addresses would not limit it.
      ...(ip === undefined ? [] : [[ips, clientKey(ip)] satisfies [Counter, string]]),
      ...(site === undefined ? [] : [[sites, site] satisfies [Counter, string]]),
      ...(provider === undefined ? [] : [[providers, provider] satisfies [Counter, string]]),
      [global, "all"],
    ];
  };

  const beginWith = async (
    counters: readonly [Counter, string][],
    onThrottled?: () => void,
  ): Promise<LoginAttempt> => {
    const counted: (() => Promise<unknown>)[] = [];
    const withdraw = async () => {
      await Promise.all(counted.map((uncount) => uncount()));
    };
    try {
      for (const [counter, key] of counters) {
        await counter.count(key, counter === accounts ? onThrottled : undefined);
        counted.push(() => counter.uncount(key));
      }
    } catch (error) {
      await withdraw();
      throw error;
    }
    return {
      withdraw,
      succeed: async () => {
        await withdraw();
        const [[counter, key] = []] = counters;
        if (counter && key !== undefined) await counter.reset(key);
      },
    };
  };

  return {
    clear: async (account) => {
      // Guesses of codes keep their wait. With access to the owner's email, somebody could reset the password for more guesses.
      await accounts.reset(keyOf(account));
    },
    begin: (source) =>
      beginWith(countersOf(source), "account" in source ? source.onThrottled : undefined),
    beginCode: (source) => beginWith([[codes, codeKeyOf(source)]]),
  };
}

/** Accounts, devices and sessions have codes of their own. */
function codeKeyOf(source: LoginSource): string {
  if ("session" in source) return `session:${source.session}`;
  if ("account" in source) return `account:${keyOf(source.account)}`;
  const { device, codeAccount } = source;
  return codeAccount === undefined ? `device:${device}` : `account:${keyOf(codeAccount)}`;
}

type Counter = ReturnType<typeof failureCounter>;

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
    count: async (key: string, onThrottled?: () => void): Promise<void> => {
      const count = await failures.count(key);
      if (count < free) return;
      onThrottled?.();
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
  const minutes = Math.ceil(retryAfterSeconds / 60);
  const seconds = retryAfterSeconds === 1 ? "1 second" : `${retryAfterSeconds} seconds`;
  const wait = minutes > 1 ? `${minutes} minutes` : seconds;
  return new AppError(
    "rate-limited",
    "login.throttled",
    `Too many attempts to sign in. Please try again in ${wait}.`,
    { retryAfterSeconds },
  );
}
