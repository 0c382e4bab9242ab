import type { Caller } from "@orbline/kit/auth";
import { createCache } from "@orbline/kit/cache";
import type { Clock } from "@orbline/kit/clock";
import { cookieName } from "@orbline/kit/http/cookies";
import type { Logger } from "@orbline/kit/observability/logger";
import { orUnavailable, type Redis } from "@orbline/kit/redis/connection";
import { hashSessionId, redisSessions, type SessionRecord } from "@orbline/kit/redis/sessions";
import { cookieValue } from "./cookies.ts";
import { sessionCache } from "./session-cache.ts";

const renewEveryMs = 60_000;
const idShape = /^[A-Za-z0-9_-]{43}$/;

/** Resolves the caller from the session cookie. Renews the idle expiry at most once a minute. */
export const callerResolver = ({
  redis,
  clock,
  logger,
  publicOrigin,
  onCacheLookup,
}: {
  /** Must emit `invalidate` for keys that it has read. */
  redis: Redis;
  clock: Clock;
  logger: Logger;
  /** Decides the name of the cookie. */
  publicOrigin: string;
  onCacheLookup: (result: "hit" | "miss") => void;
}) => {
  const sessions = redisSessions({ redis, clock });
  const getSession = sessionCache({
    load: (sid) => orUnavailable(sessions.get(sid)),
    changes: redis,
    onCacheLookup,
  });
  const sessionCookie = cookieName("sid", publicOrigin);
  const renew = (sid: string, record: SessionRecord, nowMs: number) => {
    if (nowMs - record.seenAtMs < renewEveryMs) return;
    // The cache holds this record, so requests before the invalidation arrives do not write again.
    record.seenAtMs = nowMs;
    sessions.touch(sid, record).catch((error: unknown) => {
      logger.warn({ err: error }, "failed to renew the idle expiry of a session");
    });
  };
  const callerOf = (sid: string, record: SessionRecord | undefined): Caller => {
    const nowMs = clock.now().getTime();
    if (!record || record.expiresAtMs <= nowMs) return { kind: "anonymous" };
    renew(sid, record, nowMs);
    return { kind: "user", userId: record.userId, role: record.role, sid };
  };
  // Caches hashes only. Whether the session exists is looked up each time.
  const hashes = createCache<string>({ max: 20_000, ttlMs: 30_000 });
  const sidOf = (id: string): string => {
    const known = hashes.get(id);
    if (known !== undefined) return known;
    const sid = hashSessionId(id);
    hashes.set(id, sid);
    return sid;
  };
  /** Synchronous for a session in memory. @throws unavailable when Redis does not respond; an outage signs nobody out */
  return (cookieHeader: string | undefined): Caller | Promise<Caller> => {
    const id = cookieValue(cookieHeader, sessionCookie);
    if (id === undefined || !idShape.test(id)) return { kind: "anonymous" };
    const sid = sidOf(id);
    const found = getSession(sid);
    return found instanceof Promise
      ? found.then((record) => callerOf(sid, record))
      : callerOf(sid, found);
  };
};
/** Resolves the caller from a Cookie header. @throws unavailable */
export type CallerResolver = ReturnType<typeof callerResolver>;
