import { AppError } from "@orbline/kit/errors";
import { createCache } from "@orbline/kit/cache";
import { orUnavailable, type Redis } from "@orbline/kit/redis/connection";
import { type RateLimiterAbstract, RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";
import type { Config } from "../config.ts";
import { rateClasses } from "../routes.ts";

/** The counters: one per class of the routes, and one for whatever lies outside /api. */
export const counters = [...rateClasses, "files"] as const;
/** One of `counters`. */
export type Counter = (typeof counters)[number];

/** Calls per minute and client address, by counter. */
export type Limits = Record<Counter, number>;

/** The limits of the configuration. */
export const limitsOf = (config: Config): Limits => ({
  general: config.RATE_GENERAL_PER_MINUTE,
  login: config.RATE_LOGIN_PER_MINUTE,
  register: config.RATE_REGISTER_PER_MINUTE,
  checkout: config.RATE_CHECKOUT_PER_MINUTE,
  webhook: config.RATE_WEBHOOK_PER_MINUTE,
  files: config.RATE_FILES_PER_MINUTE,
});

const duration = 60;

/** One client: an IPv4 address, or the /64 network of an IPv6 address, which one household owns whole. */
export const clientKey = (ip: string): string => {
  if (!ip.includes(":")) return ip;
  if (ip.startsWith("::ffff:")) return ip.slice(7);
  const [head = "", tail] = ip.split("::");
  const groups = head.split(":").filter(Boolean);
  const missing =
    tail === undefined ? 0 : 8 - groups.length - tail.split(":").filter(Boolean).length;
  return [...groups, ...Array<string>(missing).fill("0")].slice(0, 4).join(":");
};

/** A client's minute: how often it has called, and when its next begins. */
type Minute = { calls: number; endsAtMs: number };
type Exceeded = Pick<RateLimiterRes, "msBeforeNext">;

/**
 * Counts in this process and answers at once, which a limiter that could also wait for Redis does not. Clients
 * that come to be more than fit are forgotten, those who have not called for longest first.
 */
const inProcess = (points: number) => {
  const minutes = createCache<Minute>({ max: 30_000, ttlMs: duration * 1_000 });
  return (ip: string): Exceeded | undefined => {
    const key = clientKey(ip);
    const minute = minutes.get(key);
    if (!minute) {
      minutes.set(key, { calls: 1, endsAtMs: performance.now() + duration * 1_000 });
      return undefined;
    }
    minute.calls += 1;
    return minute.calls > points
      ? { msBeforeNext: minute.endsAtMs - performance.now() }
      : undefined;
  };
};

const tooMany = ({ msBeforeNext }: Exceeded) =>
  new AppError(
    "rate-limited",
    "rate.limited",
    "Too many requests. Please wait a moment and try again.",
    { retryAfterSeconds: Math.max(1, Math.ceil(msBeforeNext / 1_000)) },
  );

/** Counts one call; resolves to the counter when it is used up. */
const usedUp = (limiter: RateLimiterAbstract, ip: string): Promise<RateLimiterRes | undefined> =>
  limiter.consume(clientKey(ip)).then(
    () => undefined,
    (rejected: unknown) => {
      if (rejected instanceof RateLimiterRes) return rejected;
      throw rejected;
    },
  );

/**
 * Counts calls per client. Most are counted in this process and without Redis; logins,
 * registrations and checkouts count in Redis for all gateways together and fail closed.
 */
export const rateLimiter = ({
  redis,
  limits,
  namespace,
  refused,
}: {
  redis: Redis;
  limits: Limits;
  /** Told the counter of each call that is refused. */
  refused: (name: Counter) => void;
  /** Begins the keys in Redis. */
  namespace: string;
}) => {
  const shared = (name: Counter) =>
    new RateLimiterRedis({
      storeClient: redis,
      useRedisPackage: true,
      rejectIfRedisNotReady: true,
      keyPrefix: `${namespace}rate:${name}`,
      points: limits[name],
      duration,
    });
  const local = {
    general: inProcess(limits.general),
    webhook: inProcess(limits.webhook),
    files: inProcess(limits.files),
  };
  const common = {
    login: shared("login"),
    register: shared("register"),
    checkout: shared("checkout"),
  };
  /** @throws rate-limited with the seconds to wait, or unavailable when the shared counters are */
  const refuse = (name: Counter, exceeded: Exceeded | undefined) => {
    if (!exceeded) return;
    refused(name);
    throw tooMany(exceeded);
  };
  return (name: Counter, ip: string): Promise<void> | undefined => {
    if (name !== "general" && name !== "webhook" && name !== "files")
      return orUnavailable(usedUp(common[name], ip)).then((exceeded) => refuse(name, exceeded));
    refuse(name, local[name](ip));
    return undefined;
  };
};
/** Counts a call of a client. @throws rate-limited, unavailable */
export type RateLimiter = ReturnType<typeof rateLimiter>;
