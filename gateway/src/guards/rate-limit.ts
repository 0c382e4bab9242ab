import { createHash } from "node:crypto";
import { AppError } from "@orbline/kit/errors";
import { createCache } from "@orbline/kit/cache";
import { byWeight, type NetworkWeight, weightedKeys } from "@orbline/kit/client-key";
import { orUnavailable, type Redis } from "@orbline/kit/redis/connection";
import { type RateLimiterAbstract, RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";
import type { Config } from "../config.ts";
import { rateClasses } from "@orbline/proto/contract/call";

/**
 * One counter for each rate class of the calls, one for `per-user` calls, one for all calls of a client's users, one for
 * everything outside /api, one for the pages among it, one for reports of browsers, and one for all requests.
 */
export const counters = [
  ...rateClasses,
  "per-user",
  "users",
  "files",
  "pages",
  "reports",
  "all",
] as const;
export type Counter = (typeof counters)[number];

/** Requests per minute and client, or user, by counter. */
export type Limits = Record<Counter, number>;

/** All users of a client together may do this many times what one of them may, because many can share an address. */
const timesForUsers = 2;

export function limitsOf(config: Config): Limits {
  const users = timesForUsers * config.RATE_GENERAL_PER_MINUTE;
  return {
    general: config.RATE_GENERAL_PER_MINUTE,
    login: config.RATE_LOGIN_PER_MINUTE,
    register: config.RATE_REGISTER_PER_MINUTE,
    // Emailed links, each up to a tenth of a second of computation.
    links: 60,
    checkout: config.RATE_CHECKOUT_PER_MINUTE,
    "payment-reads": config.RATE_PAYMENT_READS_PER_MINUTE,
    // Pages and proofs of the record log and pictures of picks, each up to a tenth of a second of computation.
    record: 60,
    webhook: config.RATE_WEBHOOK_PER_MINUTE,
    "per-user": config.RATE_PER_USER_PER_MINUTE,
    users,
    files: config.RATE_FILES_PER_MINUTE,
    pages: config.RATE_PAGES_PER_MINUTE,
    reports: 60,
    // What the limits of a client allow together. Further requests would be refused one by one.
    all:
      config.RATE_GENERAL_PER_MINUTE +
      users +
      config.RATE_FILES_PER_MINUTE +
      config.RATE_WEBHOOK_PER_MINUTE,
  };
}

const duration = 60;
const hour = 3_600;
/** Registrations and checkouts of a client in an hour, by the limit of a minute. Each stores something or sends an email. */
const minutesPerHour = 10;

type Options = {
  redis: Redis;
  limits: Limits;
  onRateLimited: (name: Counter) => void;
  /** Prefix of the keys in Redis. */
  namespace: string;
};

/** Counts a request of a client or a user. @throws rate-limited, unavailable */
export type RateLimiter = ReturnType<typeof rateLimiter>;

/**
 * Counts requests per client or user. Most limits count in this process. Logins, registrations and checkouts count in
 * Redis for all gateways together and fail closed.
 */
export function rateLimiter({ redis, limits, namespace, onRateLimited }: Options) {
  const shared = (key: string, limit: { points: number; duration: number }) =>
    new RateLimiterRedis({
      storeClient: redis,
      useRedisPackage: true,
      rejectIfRedisNotReady: true,
      keyPrefix: `${namespace}rate:${key}`,
      ...limit,
    });
  /** The limits of a minute and, for what stores something or sends an email, of an hour. */
  const perMinuteAndHour = (name: SharedCounter, key: string, times: number) => {
    const points = times * limits[name];
    const perMinute = byWeight((weight) => shared(key, { points: weight * points, duration }));
    if (name === "login") return [perMinute];
    const perHour = byWeight((weight) =>
      shared(`${key}-hour`, { points: weight * minutesPerHour * points, duration: hour }),
    );
    return [perMinute, perHour];
  };
  const local = {
    general: inProcess(limits.general),
    links: inProcess(limits.links),
    "payment-reads": inProcess(limits["payment-reads"]),
    record: inProcess(limits.record),
    webhook: inProcess(limits.webhook),
    "per-user": inProcess(limits["per-user"]),
    users: inProcess(limits.users),
    files: inProcess(limits.files),
    pages: inProcess(limits.pages),
    reports: inProcess(limits.reports),
  };
  const common = (suffix: string, times: number) => ({
    login: perMinuteAndHour("login", `login${suffix}`, times),
    register: perMinuteAndHour("register", `register${suffix}`, times),
    checkout: perMinuteAndHour("checkout", `checkout${suffix}`, times),
  });
  const one = common("", 1);
  const together = common("-users", timesForUsers);
  const readsOfUsers = inProcess(timesForUsers * limits["payment-reads"]);
  /** @throws rate-limited with the seconds to wait */
  const refuse = (name: Counter, exceeded: Exceeded | undefined) => {
    if (!exceeded) return;
    onRateLimited(name);
    throw tooMany(exceeded);
  };
  /**
   * @param key an IP address, or the key of a user, for `per-user` followed by the call
   * @param isRead whether the request stores nothing, so that the limit of an hour does not count it
   * @param ofUsers whether the key is the address of a user, so that the users of a client are counted together
   */
  return (
    name: Exclude<Counter, "all">,
    key: string,
    { isRead = false, ofUsers = false } = {},
  ): Promise<void> | undefined => {
    if (isShared(name)) {
      const limiters = (ofUsers ? together : one)[name].slice(0, isRead ? 1 : 2);
      return orUnavailable(usedUp(limiters, key)).then((exceeded) => refuse(name, exceeded));
    }
    const count = name === "payment-reads" && ofUsers ? readsOfUsers : local[name];
    refuse(name, count(key));
    return undefined;
  };
}

/** Key of a user in Redis, which must not hold the id of an account that is deleted. */
export const userKey = (userId: string): string =>
  createHash("sha256").update(userId).digest("base64url");

type SharedCounter = "login" | "register" | "checkout";

/** Whether all gateways count together. */
const isShared = (name: string): name is SharedCounter =>
  name === "login" || name === "register" || name === "checkout";

/** Requests of a client in its current minute. */
type Minute = { calls: number; endsAtMs: number };
type Exceeded = Pick<RateLimiterRes, "msBeforeNext">;

/** A synchronous limiter in this process. When it is full it drops the clients that have been idle longest. */
export function inProcess(points: number) {
  const minutes = createCache<Minute>({ max: 30_000, ttlMs: duration * 1_000 });
  const count = (key: string, most: number): Exceeded | undefined => {
    const minute = minutes.get(key);
    if (!minute) {
      minutes.set(key, { calls: 1, endsAtMs: performance.now() + duration * 1_000 });
      return undefined;
    }
    minute.calls += 1;
    if (minute.calls <= most) return undefined;
    return { msBeforeNext: minute.endsAtMs - performance.now() };
  };
  return (ip: string): Exceeded | undefined => {
    for (const { key, weight } of weightedKeys(ip)) {
      const exceeded = count(key, weight * points);
      if (exceeded) return exceeded;
    }
    return undefined;
  };
}

/** Counts one request by each limit in turn; resolves with the first exceeded one, if any. */
async function usedUp(
  limits: readonly Record<NetworkWeight, RateLimiterAbstract>[],
  ip: string,
): Promise<Exceeded | undefined> {
  try {
    for (const limiters of limits)
      for (const { key, weight } of weightedKeys(ip)) await limiters[weight].consume(key);
    return undefined;
  } catch (rejected) {
    if (rejected instanceof RateLimiterRes) return rejected;
    throw rejected;
  }
}

export function secondsOf({ msBeforeNext }: Exceeded): number {
  return Math.max(1, Math.ceil(msBeforeNext / 1_000));
}

function tooMany(exceeded: Exceeded): AppError {
  const retryAfterSeconds = secondsOf(exceeded);
  const message = "Too many requests. Please wait a moment and try again.";
  return new AppError("rate-limited", "rate.limited", message, { retryAfterSeconds });
}
