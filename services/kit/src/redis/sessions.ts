import { adminSessionLimits, sessionLimits } from "@orbline/proto/constants/session";
import { z } from "zod";
import { type SessionRole, sessionRoles } from "../auth.ts";
import type { Clock } from "../clock.ts";
import { hashSecret, newSecret, setCookie } from "../http/cookies.ts";
import type { Redis } from "./connection.ts";

/** A session in Redis; times are milliseconds since the epoch. */
const sessionRecordSchema = z.object({
  userId: z.string(),
  role: z.enum(sessionRoles),
  createdAtMs: z.number(),
  seenAtMs: z.number(),
  absoluteExpiresAtMs: z.number(),
  /** When its user last proved the password, first by signing in. */
  provenAtMs: z.number().default(0),
  userAgent: z.string().optional(),
});
export type SessionRecord = z.infer<typeof sessionRecordSchema>;

/** Prefix of every session key, whose changes the gateway watches. */
export const sessionPrefix = "sess:";

/** Key of a session in Redis. The session id is the SHA-256 of the token in the cookie. */
export const sessionKey = (sessionId: string) => `${sessionPrefix}${sessionId}`;

type SessionRedis = Pick<Redis, "get" | "set" | "del" | "sAdd" | "sRem" | "sMembers" | "pExpire">;

/** Above this length, ended sessions are removed from a user's list. */
const listedUnchecked = 20;

/** Maximum open sessions of one user. A further login ends the least recently seen one. Listing sessions reads each record. */
const mostSessions = 100;

const userKey = (userId: string) => `user-sessions:${userId}`;

/** Sessions in Redis: identity creates and deletes them, the gateway reads them and renews their idle expiry. */
export function sessionStore({
  redis,
  clock,
  maxSessions = mostSessions,
}: {
  redis: SessionRedis;
  clock: Clock;
  maxSessions?: number;
}) {
  const write = (sessionId: string, record: SessionRecord, condition?: "XX") => {
    const lifeMs = Math.min(
      limitsOf(record.role).idleMs,
      record.absoluteExpiresAtMs - clock.now().getTime(),
    );
    const expiration = { type: "PX", value: Math.max(1, Math.floor(lifeMs)) } as const;
    return redis.set(
      sessionKey(sessionId),
      JSON.stringify(record),
      condition ? { expiration, condition } : { expiration },
    );
  };
  const get = async (sessionId: string): Promise<SessionRecord | undefined> => {
    const text = await redis.get(sessionKey(sessionId));
    // A record in the format of another version counts as ended.
    return text === null ? undefined : sessionRecordSchema.safeParse(JSON.parse(text)).data;
  };
  const remove = async (userId: string, sessionId: string) => {
    const count = await redis.del(sessionKey(sessionId));
    await redis.sRem(userKey(userId), sessionId);
    return count > 0;
  };
  /**
   * Redis expires sessions by itself. Without this cleanup, the user's list would grow with every login, and a script
   * that signs in could fill the memory of Redis.
   */
  const forgetEnded = async (userId: string) => {
    const listed = await redis.sMembers(userKey(userId));
    if (listed.length <= listedUnchecked) return;
    const check = async (sessionId: string) => {
      const seenAtMs = (await get(sessionId))?.seenAtMs;
      if (seenAtMs !== undefined) return [{ sessionId, seenAtMs }];
      await redis.sRem(userKey(userId), sessionId);
      return [];
    };
    const open = (await Promise.all(listed.map(check))).flat();
    const surplus = open.toSorted((a, b) => b.seenAtMs - a.seenAtMs).slice(maxSessions);
    await Promise.all(surplus.map(({ sessionId }) => remove(userId, sessionId)));
  };
  return {
    /** Opens a session. The token goes into the cookie and is stored nowhere. */
    create: async (owner: Pick<SessionRecord, "userId" | "role" | "userAgent">) => {
      const sessionToken = newSecret();
      const sessionId = hashSecret(sessionToken);
      const nowMs = clock.now().getTime();
      await write(sessionId, {
        ...owner,
        createdAtMs: nowMs,
        seenAtMs: nowMs,
        absoluteExpiresAtMs: nowMs + limitsOf(owner.role).absoluteMs,
        provenAtMs: nowMs,
      });
      // Added to the list after it is stored; otherwise a parallel login would remove it as ended.
      await redis.sAdd(userKey(owner.userId), sessionId);
      await redis.pExpire(userKey(owner.userId), sessionLimits.absoluteMs);
      await forgetEnded(owner.userId);
      return { sessionToken, sessionId };
    },
    /** The session with this id; undefined once it has ended. */
    get,
    /** Renews the idle expiry. Never revives a session that was deleted in between. */
    renewIdleExpiry: (sessionId: string, record: SessionRecord) =>
      write(sessionId, { ...record, seenAtMs: clock.now().getTime() }, "XX"),
    /** Records that the user has just proved the password again. Never revives a session that was deleted. */
    renewProof: async (sessionId: string): Promise<void> => {
      const record = await get(sessionId);
      const nowMs = clock.now().getTime();
      if (record) await write(sessionId, { ...record, seenAtMs: nowMs, provenAtMs: nowMs }, "XX");
    },
    /** Ends one session of a user. */
    delete: async (userId: string, sessionId: string): Promise<void> => {
      await remove(userId, sessionId);
    },
    /** All sessions of a user that have not ended, in no order. */
    list: async (userId: string): Promise<{ sessionId: string; record: SessionRecord }[]> => {
      const listed = await redis.sMembers(userKey(userId));
      const found = await Promise.all(
        listed.map(async (sessionId) => ({ sessionId, record: await get(sessionId) })),
      );
      return found.flatMap(({ sessionId, record }) =>
        record && record.absoluteExpiresAtMs > clock.now().getTime() ? [{ sessionId, record }] : [],
      );
    },
    /** Ends all sessions of a user except `except`. Returns the number of ended sessions. */
    deleteAll: async (userId: string, { except }: { except?: string | undefined } = {}) => {
      const listed = await redis.sMembers(userKey(userId));
      const ended = await Promise.all(
        listed
          .filter((sessionId) => sessionId !== except)
          .map((sessionId) => remove(userId, sessionId)),
      );
      return ended.filter(Boolean).length;
    },
  };
}

function limitsOf(role: SessionRole) {
  return role === "user" ? sessionLimits : adminSessionLimits;
}

/** A Set-Cookie value that opens a session in the browser. */
export function sessionCookie(token: string, origin: string): string {
  const maxAgeSeconds = sessionLimits.absoluteMs / 1_000;
  return setCookie({ name: "sid", value: token, origin, maxAgeSeconds });
}

/** A Set-Cookie value that removes the session from the browser. */
export function clearedSessionCookie(origin: string): string {
  return setCookie({ name: "sid", value: "", origin, maxAgeSeconds: 0 });
}
