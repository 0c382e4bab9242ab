import { afterAll, beforeAll, expect, it } from "vitest";
import { createLogger } from "../src/observability/logger.ts";
import { connectRedis, type Redis } from "../src/redis/connection.ts";
import { sessionLimits } from "@orbline/proto/constants/session";
import { hashSessionId, redisSessions, sessionKey } from "../src/redis/sessions.ts";
import { testEngines } from "../src/testing/engines.ts";
import { eventually } from "../src/testing/eventually.ts";

const { redisUrl, prefix } = testEngines();
const day = 86_400_000;
let redis: Redis;
let now = new Date();
const clock = { now: () => now };

beforeAll(async () => {
  redis = await connectRedis({
    url: redisUrl,
    logger: createLogger({ service: "test", level: "silent" }),
  });
});
afterAll(() => redis.close());

const open = (userId: string) =>
  redisSessions({ redis, clock }).create({ userId: prefix + userId, role: "user" });

it("stores a session under the hash of its id and never the id", async () => {
  const sessions = redisSessions({ redis, clock });
  const { id, sid } = await open("a");
  expect(id).toMatch(/^[\w-]{43}$/);
  expect(sid).toBe(hashSessionId(id));
  expect(await sessions.get(sid)).toEqual({
    userId: `${prefix}a`,
    role: "user",
    createdAtMs: now.getTime(),
    seenAtMs: now.getTime(),
    expiresAtMs: now.getTime() + sessionLimits.absoluteMs,
  });
  expect(await redis.get(sessionKey(sid))).not.toContain(id);
  expect(await sessions.get(hashSessionId("another"))).toBeUndefined();
});

it("ends a session after 14 idle days, renewed by each touch", async () => {
  const sessions = redisSessions({ redis, clock });
  now = new Date();
  const { sid } = await open("idle");
  expect(await redis.pTTL(sessionKey(sid))).toBeGreaterThan(14 * day - 60_000);
  expect(await redis.pTTL(sessionKey(sid))).toBeLessThanOrEqual(14 * day);
  await redis.pExpire(sessionKey(sid), 60_000);
  const record = await sessions.get(sid);
  if (!record) throw new Error("no session");
  now = new Date(now.getTime() + day);
  await sessions.touch(sid, record);
  expect(await redis.pTTL(sessionKey(sid))).toBeGreaterThan(14 * day - 60_000);
  expect(await sessions.get(sid)).toEqual({ ...record, seenAtMs: now.getTime() });
});

it("ends a session after 60 days however often it is touched", async () => {
  const sessions = redisSessions({ redis, clock });
  now = new Date();
  const { sid } = await open("old");
  const record = await sessions.get(sid);
  if (!record) throw new Error("no session");
  now = new Date(now.getTime() + 59 * day);
  await sessions.touch(sid, record);
  expect(await redis.pTTL(sessionKey(sid))).toBeLessThanOrEqual(day);
  now = new Date(now.getTime() + 2 * day);
  await sessions.touch(sid, record);
  await eventually(async () => expect(await sessions.get(sid)).toBeUndefined());
});

it("does not revive a session that was deleted during a request", async () => {
  const sessions = redisSessions({ redis, clock });
  const { sid } = await open("revived");
  const record = await sessions.get(sid);
  if (!record) throw new Error("no session");
  await sessions.delete(record.userId, sid);
  await sessions.touch(sid, record);
  expect(await sessions.get(sid)).toBeUndefined();
});

it("ends all sessions of one user and none of another", async () => {
  const sessions = redisSessions({ redis, clock });
  const own = [await open("many"), await open("many"), await open("many")];
  const other = await open("other");
  await sessions.deleteAll(`${prefix}many`);
  expect(await Promise.all(own.map(({ sid }) => sessions.get(sid)))).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(await sessions.get(other.sid)).toBeDefined();
});

it("lists every session of a user who signs in from many places at once", async () => {
  const sessions = redisSessions({ redis, clock });
  for (let index = 0; index < 20; index += 1) await open("busy");
  const together = await Promise.all([open("busy"), open("busy"), open("busy")]);
  expect(await sessions.list(`${prefix}busy`)).toHaveLength(23);
  expect(await sessions.deleteAll(`${prefix}busy`)).toBe(23);
  for (const { sid } of together) expect(await sessions.get(sid)).toBeUndefined();
});

it("removes only ended sessions from a user's list", async () => {
  const sessions = redisSessions({ redis, clock });
  const first = await open("frequent");
  for (let index = 0; index < 40; index += 1) {
    const { sid } = await open("frequent");
    await redis.del(sessionKey(sid)); // as when its idle time is over
  }
  expect(await redis.sCard(`user-sessions:${prefix}frequent`)).toBeLessThanOrEqual(21);
  await sessions.deleteAll(`${prefix}frequent`);
  expect(await sessions.get(first.sid)).toBeUndefined();
});
