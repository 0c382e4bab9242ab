import type { Caller } from "@orbline/kit/auth";
import { createCache } from "@orbline/kit/cache";
import type { Clock } from "@orbline/kit/clock";
import type { Logger } from "@orbline/kit/observability/logger";
import { orUnavailable, type Redis } from "@orbline/kit/redis/connection";
import {
  hashSessionId,
  redisSessions,
  sessionCookieName,
  type SessionRecord,
} from "@orbline/kit/redis/sessions";
import { cookieValue } from "./cookies.ts";
import { sessionCache } from "./session-cache.ts";

const touchEveryMs = 60_000;
const idShape = /^[A-Za-z0-9_-]{43}$/;

/** Tells who calls by the session cookie; starts the idle time anew at most once a minute. */
export const callerResolver = ({
  redis,
  clock,
  logger,
  insecureCookies,
  asked,
}: {
  /** Must emit `invalidate` for the keys it has read. */
  redis: Redis;
  clock: Clock;
  logger: Logger;
  insecureCookies: boolean;
  /** Told of each look-up whether the session was in memory. */
  asked: (result: "hit" | "miss") => void;
}) => {
  const sessions = redisSessions({ redis, clock });
  const getSession = sessionCache({
    load: (sid) => orUnavailable(sessions.get(sid)),
    changes: redis,
    asked,
  });
  const cookieName = sessionCookieName(insecureCookies);
  const touch = (sid: string, record: SessionRecord, nowMs: number) => {
    if (nowMs - record.seenAtMs < touchEveryMs) return;
    // The record is the cache's own: requests until the write is reported do not write again.
    record.seenAtMs = nowMs;
    sessions.touch(sid, record).catch((error: unknown) => {
      logger.warn({ err: error }, "a session's idle time was not extended");
    });
  };
  const callerOf = (sid: string, record: SessionRecord | undefined): Caller => {
    const nowMs = clock.now().getTime();
    if (!record || record.expiresAtMs <= nowMs) return { kind: "anonymous" };
    touch(sid, record, nowMs);
    return { kind: "user", userId: record.userId, role: record.role, sid };
  };
  // Only what a hash is, never whether there is a session: that is asked each time.
  const hashes = createCache<string>({ max: 20_000, ttlMs: 30_000 });
  const sidOf = (id: string): string => {
    const known = hashes.get(id);
    if (known !== undefined) return known;
    const sid = hashSessionId(id);
    hashes.set(id, sid);
    return sid;
  };
  /** Answers at once for a session in memory. @throws unavailable when Redis does not answer: nobody is signed out by our failure */
  return (cookieHeader: string | undefined): Caller | Promise<Caller> => {
    const id = cookieValue(cookieHeader, cookieName);
    if (id === undefined || !idShape.test(id)) return { kind: "anonymous" };
    const sid = sidOf(id);
    const found = getSession(sid);
    return found instanceof Promise
      ? found.then((record) => callerOf(sid, record))
      : callerOf(sid, found);
  };
};
/** Finds out who calls from a Cookie header. @throws unavailable */
export type CallerResolver = ReturnType<typeof callerResolver>;
