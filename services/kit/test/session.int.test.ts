import { afterAll, beforeAll, expect, it } from "vitest";
import { createLogger } from "../src/observability/logger.ts";
import { connectRedis, type Redis } from "../src/redis/connection.ts";
import { sessionLimits } from "@orbline/proto/constants/session";
import { hashSecret } from "../src/http/cookies.ts";
import { sessionKey, sessionStore } from "../src/redis/sessions.ts";
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
  sessionStore({ redis, clock }).create({ userId: prefix + userId, role: "user" });

it("stores a session under the hash of its token and never the token", async () => {
  const sessions = sessionStore({ redis, clock });
  const { sessionToken, sessionId } = await open("a");
  expect(sessionToken).toMatch(/^[\w-]{43}$/);
  expect(sessionId).toBe(hashSecret(sessionToken));
  expect(await sessions.get(sessionId)).toEqual({
    userId: `${prefix}a`,
    role: "user",
    createdAtMs: now.getTime(),
    seenAtMs: now.getTime(),
    absoluteExpiresAtMs: now.getTime() + sessionLimits.absoluteMs,
    provenAtMs: now.getTime(),
  });
  expect(await redis.get(sessionKey(sessionId))).not.toContain(sessionToken);
  expect(await sessions.get(hashSecret("another"))).toBeUndefined();
});

it("ends a session after 14 idle days, renewed by each request", async () => {
  const sessions = sessionStore({ redis, clock });
  now = new Date();
  const { sessionId } = await open("idle");
  expect(await redis.pTTL(sessionKey(sessionId))).toBeGreaterThan(14 * day - 60_000);
  expect(await redis.pTTL(sessionKey(sessionId))).toBeLessThanOrEqual(14 * day);
  await redis.pExpire(sessionKey(sessionId), 60_000);
  const record = await sessions.get(sessionId);
  if (!record) throw new Error("no session");
  now = new Date(now.getTime() + day);
  await sessions.renewIdleExpiry(sessionId, record);
  expect(await redis.pTTL(sessionKey(sessionId))).toBeGreaterThan(14 * day - 60_000);
  expect(await sessions.get(sessionId)).toEqual({ ...record, seenAtMs: now.getTime() });
});

it("ends a session after 60 days even if it is renewed", async () => {
  const sessions = sessionStore({ redis, clock });
  now = new Date();
  const { sessionId } = await open("old");
  const record = await sessions.get(sessionId);
  if (!record) throw new Error("no session");
  now = new Date(now.getTime() + 59 * day);
  await sessions.renewIdleExpiry(sessionId, record);
  expect(await redis.pTTL(sessionKey(sessionId))).toBeLessThanOrEqual(day);
  now = new Date(now.getTime() + 2 * day);
  await sessions.renewIdleExpiry(sessionId, record);
  await eventually(async () => expect(await sessions.get(sessionId)).toBeUndefined());
});

it.each(["admin", "dashboard"] as const)(
  "ends a session of the role %s after 30 idle minutes and after 12 hours",
  async (role) => {
    const sessions = sessionStore({ redis, clock });
    now = new Date();
    const { sessionId } = await sessions.create({ userId: `${prefix}${role}`, role });
    const ttl = await redis.pTTL(sessionKey(sessionId));
    expect(ttl).toBeGreaterThan(29 * 60_000);
    expect(ttl).toBeLessThanOrEqual(30 * 60_000);
    const record = await sessions.get(sessionId);
    expect(record?.absoluteExpiresAtMs).toBe(now.getTime() + day / 2);
  },
);

it("keeps the time of the last proof of the password, which no request renews", async () => {
  const sessions = sessionStore({ redis, clock });
  const openedAt = new Date();
  now = openedAt;
  const { sessionId } = await open("proven");
  now = new Date(openedAt.getTime() + 60_000);
  const record = await sessions.get(sessionId);
  if (!record) throw new Error("no session");
  await sessions.renewIdleExpiry(sessionId, record);
  expect((await sessions.get(sessionId))?.provenAtMs).toBe(openedAt.getTime());
  await sessions.renewProof(sessionId);
  expect((await sessions.get(sessionId))?.provenAtMs).toBe(now.getTime());
  await sessions.delete(record.userId, sessionId);
  await sessions.renewProof(sessionId);
  expect(await sessions.get(sessionId)).toBeUndefined();
});

it("does not revive a session that was deleted during a request", async () => {
  const sessions = sessionStore({ redis, clock });
  const { sessionId } = await open("revived");
  const record = await sessions.get(sessionId);
  if (!record) throw new Error("no session");
  await sessions.delete(record.userId, sessionId);
  await sessions.renewIdleExpiry(sessionId, record);
  expect(await sessions.get(sessionId)).toBeUndefined();
});

it("treats a record in the format of another version as an ended session", async () => {
  const sessions = sessionStore({ redis, clock });
  const { sessionId } = await open("older");
  await redis.set(sessionKey(sessionId), JSON.stringify({ userId: "u1", expiresAtMs: 9e15 }));
  expect(await sessions.get(sessionId)).toBeUndefined();
  expect(await sessions.list(`${prefix}older`)).toEqual([]);
});

it("ends all sessions of one user and none of another", async () => {
  const sessions = sessionStore({ redis, clock });
  const own = [await open("many"), await open("many"), await open("many")];
  const other = await open("other");
  await sessions.deleteAll(`${prefix}many`);
  expect(await Promise.all(own.map(({ sessionId }) => sessions.get(sessionId)))).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(await sessions.get(other.sessionId)).toBeDefined();
});

it("lists every session of a user who signs in from many places at once", async () => {
  const sessions = sessionStore({ redis, clock });
  for (let index = 0; index < 20; index += 1) await open("busy");
  const together = await Promise.all([open("busy"), open("busy"), open("busy")]);
  expect(await sessions.list(`${prefix}busy`)).toHaveLength(23);
  expect(await sessions.deleteAll(`${prefix}busy`)).toBe(23);
  for (const { sessionId } of together) expect(await sessions.get(sessionId)).toBeUndefined();
});

it("ends the session that was seen least recently when a user opens too many", async () => {
  const maxSessions = 30;
  const sessions = sessionStore({ redis, clock, maxSessions });
  const opened: string[] = [];
  for (let index = 0; index < maxSessions + 2; index += 1) {
    now = new Date(now.getTime() + 1_000);
    const { sessionId } = await sessions.create({ userId: `${prefix}greedy`, role: "user" });
    opened.push(sessionId);
    // The first one is in use, so that it stays.
    const record = await sessions.get(opened[0] ?? "");
    if (record) await sessions.renewIdleExpiry(opened[0] ?? "", record);
  }
  const left = (await sessions.list(`${prefix}greedy`)).map(({ sessionId }) => sessionId);
  expect(left).toHaveLength(maxSessions);
  expect(opened.filter((sessionId) => !left.includes(sessionId))).toEqual([opened[1], opened[2]]);
});

it("keeps at most 100 open sessions of a user", async () => {
  const sessions = sessionStore({ redis, clock });
  for (let index = 0; index < 105; index += 1) {
    now = new Date(now.getTime() + 1_000);
    await open("many");
  }
  expect(await sessions.list(`${prefix}many`)).toHaveLength(100);
});

it("removes only ended sessions from a user's list", async () => {
  const sessions = sessionStore({ redis, clock });
  const first = await open("frequent");
  for (let index = 0; index < 40; index += 1) {
    const { sessionId } = await open("frequent");
    await redis.del(sessionKey(sessionId)); // Simulates that its idle time has passed.
  }
  expect(await redis.sCard(`user-sessions:${prefix}frequent`)).toBeLessThanOrEqual(21);
  await sessions.deleteAll(`${prefix}frequent`);
  expect(await sessions.get(first.sessionId)).toBeUndefined();
});
