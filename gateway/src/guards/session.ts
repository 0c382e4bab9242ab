import type { Caller } from "@orbline/kit/auth";
import { createCache } from "@orbline/kit/cache";
import type { Clock } from "@orbline/kit/clock";
import { cookieName, hashSecret, readCookie } from "@orbline/kit/http/cookies";
import type { Logger } from "@orbline/kit/observability/logger";
import { orUnavailable, type Redis } from "@orbline/kit/redis/connection";
import { type SessionRecord, sessionStore } from "@orbline/kit/redis/sessions";
import { sessionCache } from "./session-cache.ts";

const renewEveryMs = 60_000;
const tokenShape = /^[A-Za-z0-9_-]{43}$/;

type Options = {
  /** Must emit `invalidate` for keys that it has read. */
  redis: Redis;
  clock: Clock;
  logger: Logger;
  /** Determines the name of the cookie. */
  publicOrigin: string;
  onCacheLookup: (result: "hit" | "miss") => void;
};

/** Resolves the caller from a Cookie header. @throws unavailable */
export type CallerResolver = ReturnType<typeof callerResolver>;

/** Resolves the caller from the session cookie. Renews the idle expiry at most once a minute. */
export function callerResolver({ redis, clock, logger, publicOrigin, onCacheLookup }: Options) {
  const sessions = sessionStore({ redis, clock });
  const load = (sessionId: string) => orUnavailable(sessions.get(sessionId));
  const getSession = sessionCache({ load, changes: redis, onCacheLookup });
  const sessionCookie = cookieName("sid", publicOrigin);
  const renew = (sessionId: string, record: SessionRecord, nowMs: number) => {
    if (nowMs - record.seenAtMs < renewEveryMs) return;
    // The cache holds this record, so requests before the invalidation arrives do not write again.
    record.seenAtMs = nowMs;
    sessions.renewIdleExpiry(sessionId, record).catch((error: unknown) => {
      logger.warn({ err: error }, "failed to renew the idle expiry of a session");
    });
  };
  const callerOf = (sessionId: string, record: SessionRecord | undefined): Caller => {
    const nowMs = clock.now().getTime();
    if (!record || record.absoluteExpiresAtMs <= nowMs) return { kind: "anonymous" };
    renew(sessionId, record, nowMs);
    const { userId, role, provenAtMs } = record;
    return { kind: "user", userId, role, sessionId, provenAtMs };
  };
  // Caches hashes only. Whether the session exists is looked up each time.
  const hashes = createCache<string>({ max: 20_000, ttlMs: 30_000 });
  const hashOf = (sessionToken: string): string => {
    const known = hashes.get(sessionToken);
    if (known !== undefined) return known;
    const sessionId = hashSecret(sessionToken);
    hashes.set(sessionToken, sessionId);
    return sessionId;
  };
  /**
   * Synchronous for a session in memory.
   * @throws unavailable when Redis does not respond, so that an outage signs nobody out
   */
  return (cookieHeader: string | undefined): Caller | Promise<Caller> => {
    const sessionToken = readCookie(cookieHeader, sessionCookie);
    if (sessionToken === undefined || !tokenShape.test(sessionToken)) return { kind: "anonymous" };
    const sessionId = hashOf(sessionToken);
    const found = getSession(sessionId);
    return found instanceof Promise
      ? found.then((record) => callerOf(sessionId, record))
      : callerOf(sessionId, found);
  };
}
