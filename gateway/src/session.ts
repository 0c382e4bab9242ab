import type { Caller } from "@orbline/kit/auth";
import { createCache } from "@orbline/kit/cache";
import type { Clock } from "@orbline/kit/clock";
import type { Logger } from "@orbline/kit/logger";
import { orUnavailable, type Redis } from "@orbline/kit/redis";
import {
  hashSessionId,
  redisSessions,
  sessionCookieName,
  sessionPrefix,
  type SessionRecord,
} from "@orbline/kit/session";
import { cookieValue } from "./cookies.ts";

const cachedMs = 30_000;
const touchEveryMs = 60_000;
const idShape = /^[A-Za-z0-9_-]{43}$/;

/**
 * Sessions by hash with a cache in process. Redis reports every change of a key that was read on this
 * connection, so a logout anywhere is effective on the next request. A report may overtake the
 * continuation of the read it concerns; then `epoch` has moved and the read is not kept.
 */
const cachedSessions = ({ redis, clock }: { redis: Redis; clock: Clock }) => {
  const sessions = redisSessions({ redis, clock });
  const cache = createCache<SessionRecord>({ max: 50_000, ttlMs: cachedMs });
  let epoch = 0;
  const forgetAll = () => {
    epoch += 1;
    cache.clear();
  };
  redis.on("invalidate", (key: Buffer | string | null) => {
    if (key === null) return forgetAll();
    epoch += 1;
    cache.delete(String(key).slice(sessionPrefix.length));
  });
  // Reports are lost with the connection; the client asks for them anew before it is ready again.
  for (const event of ["error", "end", "reconnecting"]) redis.on(event, forgetAll);
  return {
    get: async (sid: string): Promise<SessionRecord | undefined> => {
      const known = cache.get(sid);
      if (known) return known;
      const before = epoch;
      const record = await orUnavailable(sessions.get(sid));
      if (record && epoch === before) cache.set(sid, record);
      return record;
    },
    touch: sessions.touch,
  };
};

/** Tells who calls by the session cookie; starts the idle time anew at most once a minute. */
export const callerResolver = (deps: {
  redis: Redis;
  clock: Clock;
  logger: Logger;
  insecureCookies: boolean;
}) => {
  const { clock, logger, insecureCookies } = deps;
  const sessions = cachedSessions(deps);
  const cookieName = sessionCookieName(insecureCookies);
  const touch = (sid: string, record: SessionRecord, nowMs: number) => {
    if (nowMs - record.seenAtMs < touchEveryMs) return;
    record.seenAtMs = nowMs;
    sessions.touch(sid, record).catch((error: unknown) => {
      logger.warn({ err: error }, "a session's idle time was not extended");
    });
  };
  /** @throws unavailable when Redis does not answer: nobody is signed out by our failure */
  return async (cookieHeader: string | undefined): Promise<Caller> => {
    const id = cookieValue(cookieHeader, cookieName);
    if (id === undefined || !idShape.test(id)) return { kind: "anonymous" };
    const sid = hashSessionId(id);
    const record = await sessions.get(sid);
    const nowMs = clock.now().getTime();
    if (!record || record.expiresAtMs <= nowMs) return { kind: "anonymous" };
    touch(sid, record, nowMs);
    return { kind: "user", userId: record.userId, role: record.role, sid };
  };
};
export type CallerResolver = ReturnType<typeof callerResolver>;
