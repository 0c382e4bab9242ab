import { hash, randomBytes } from "node:crypto";
import { sessionLimits } from "@orbline/proto/constants/session";
import { z } from "zod";
import type { Clock } from "../clock.ts";
import { setCookie } from "../http/cookies.ts";

/** A session in Redis, under `sess:<SHA-256 of the token>`; times are milliseconds since the epoch. */
const sessionRecordSchema = z.object({
  userId: z.string(),
  role: z.enum(["user", "admin"]),
  createdAtMs: z.number(),
  seenAtMs: z.number(),
  expiresAtMs: z.number(),
  userAgent: z.string().optional(),
});
export type SessionRecord = z.infer<typeof sessionRecordSchema>;

/** Prefix of every session key, whose changes the gateway watches. */
export const sessionPrefix = "sess:";

/** Key of a session in Redis, made from the hash of its id. */
export const sessionKey = (sid: string) => `${sessionPrefix}${sid}`;

/** SHA-256 of a session id in hex. The hash is stored and passed on, never the id itself. */
export const hashSessionId = (id: string) => hash("sha256", id);

/** The part of a Redis client that sessions need. */
export type SessionRedis = {
  get: (key: string) => Promise<string | null>;
  set: (
    key: string,
    value: string,
    options: { expiration: { type: "PX"; value: number }; condition?: "XX" },
  ) => Promise<unknown>;
  del: (keys: string | string[]) => Promise<number>;
  sAdd: (key: string, member: string) => Promise<number>;
  sRem: (key: string, member: string) => Promise<number>;
  sMembers: (key: string) => Promise<string[]>;
  pExpire: (key: string, ms: number) => Promise<number>;
};

/** Length of a user's session list from which ended sessions are removed from it. */
const listedUnchecked = 20;

const userKey = (userId: string) => `user-sessions:${userId}`;

/** Sessions in Redis: identity creates and deletes them, the gateway reads them and extends their idle time. */
export function redisSessions({ redis, clock }: { redis: SessionRedis; clock: Clock }) {
  const write = (sid: string, record: SessionRecord, condition?: "XX") => {
    const lifeMs = Math.min(sessionLimits.idleMs, record.expiresAtMs - clock.now().getTime());
    const expiration = { type: "PX", value: Math.max(1, Math.floor(lifeMs)) } as const;
    return redis.set(
      sessionKey(sid),
      JSON.stringify(record),
      condition ? { expiration, condition } : { expiration },
    );
  };
  const get = async (sid: string): Promise<SessionRecord | undefined> => {
    const text = await redis.get(sessionKey(sid));
    return text === null ? undefined : sessionRecordSchema.parse(JSON.parse(text));
  };
  const remove = async (userId: string, sid: string) => {
    const count = await redis.del(sessionKey(sid));
    await redis.sRem(userKey(userId), sid);
    return count > 0;
  };
  /** Redis expires sessions by itself; without this the user's list would grow with every login. */
  const forgetEnded = async (userId: string) => {
    const listed = await redis.sMembers(userKey(userId));
    if (listed.length <= listedUnchecked) return;
    const check = async (sid: string) => {
      if ((await redis.get(sessionKey(sid))) === null) await redis.sRem(userKey(userId), sid);
    };
    await Promise.all(listed.map(check));
  };
  return {
    /** Opens a session. The returned id is the cookie's value and is stored nowhere. */
    create: async (owner: { userId: string; role: "user" | "admin"; userAgent?: string }) => {
      const id = randomBytes(32).toString("base64url");
      const sid = hashSessionId(id);
      const nowMs = clock.now().getTime();
      await write(sid, {
        ...owner,
        createdAtMs: nowMs,
        seenAtMs: nowMs,
        expiresAtMs: nowMs + sessionLimits.absoluteMs,
      });
      // Listed after it exists, or a parallel login would take it for ended; and before anyone has its id.
      await redis.sAdd(userKey(owner.userId), sid);
      await redis.pExpire(userKey(owner.userId), sessionLimits.absoluteMs);
      await forgetEnded(owner.userId);
      return { id, sid };
    },
    /** The session with this hash; undefined when it has ended. */
    get,
    /** Renews the idle expiry. Never revives a session that was deleted in between. */
    touch: (sid: string, record: SessionRecord) =>
      write(sid, { ...record, seenAtMs: clock.now().getTime() }, "XX"),
    /** Ends one session of a user. */
    delete: async (userId: string, sid: string): Promise<void> => {
      await remove(userId, sid);
    },
    /** All sessions of a user that have not ended, in no order. */
    list: async (userId: string): Promise<{ sid: string; record: SessionRecord }[]> => {
      const listed = await redis.sMembers(userKey(userId));
      const found = await Promise.all(listed.map(async (sid) => ({ sid, record: await get(sid) })));
      return found.flatMap(({ sid, record }) =>
        record && record.expiresAtMs > clock.now().getTime() ? [{ sid, record }] : [],
      );
    },
    /** Ends all sessions of a user except `except`. Returns the number of ended sessions. */
    deleteAll: async (userId: string, { except }: { except?: string | undefined } = {}) => {
      const listed = await redis.sMembers(userKey(userId));
      const ended = await Promise.all(
        listed.filter((sid) => sid !== except).map((sid) => remove(userId, sid)),
      );
      return ended.filter(Boolean).length;
    },
  };
}
export type Sessions = ReturnType<typeof redisSessions>;

/** A Set-Cookie value that opens a session in the browser. */
export function sessionCookie(token: string, origin: string): string {
  const maxAgeSeconds = sessionLimits.absoluteMs / 1_000;
  return setCookie({ name: "sid", value: token, origin, maxAgeSeconds });
}

/** A Set-Cookie value that removes the session from the browser. */
export function clearedSessionCookie(origin: string): string {
  return setCookie({ name: "sid", value: "", origin, maxAgeSeconds: 0 });
}
