import { createLogger } from "@orbline/kit/observability/logger";
import { connectRedis } from "@orbline/kit/redis/connection";
import { testEngines } from "@orbline/kit/testing/engines";
import { eventually } from "@orbline/kit/testing/eventually";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  loginLimits,
  redisLoginThrottle,
  type LoginLimits,
} from "../src/security/login-throttle.ts";

const { redisUrl, prefix } = testEngines();
let redis: Awaited<ReturnType<typeof connectRedis>>;
let namespaces = 0;

beforeAll(async () => {
  const logger = createLogger({ service: "test", level: "silent" });
  redis = await connectRedis({ url: redisUrl, logger });
});
afterAll(() => redis.destroy());

const throttleWith = (limits: Partial<LoginLimits> = {}) => {
  namespaces += 1;
  const namespace = `${prefix}${namespaces}:`;
  const throttle = redisLoginThrottle({ redis, namespace, limits: { ...loginLimits, ...limits } });
  /** Ends an account's wait, if it has not ended by itself. */
  const passWait = async () => {
    const gates = await redis.keys(`${namespace}login:account:gate:*`);
    if (gates.length > 0) await redis.del(gates);
  };
  return { ...throttle, namespace, passWait };
};

it("doubles the wait with each further failure, up to a minute", async () => {
  const { begin, passWait } = throttleWith();
  const who = { account: "jo", ip: undefined };
  for (let attempt = 0; attempt < 5; attempt += 1) await begin(who);
  const failAgain = async () => {
    await passWait();
    await begin(who);
  };
  for (let wait = 1; wait < 4; wait *= 2) await failAgain();
  for (const wait of [8, 16, 32, 60]) {
    await failAgain();
    const refused: unknown = await begin(who).catch((error: unknown) => error);
    const { retryAfterSeconds } = refused as { retryAfterSeconds?: number };
    // Part of the wait may have passed already.
    expect(retryAfterSeconds).toBeGreaterThan(wait * 0.6);
    expect(retryAfterSeconds).toBeLessThanOrEqual(wait);
  }
});

it("lets codes wait for up to an hour, apart from passwords, also after a new password", async () => {
  const { beginCode, begin, clear, namespace } = throttleWith();
  const who = { account: "jo", ip: undefined };
  const passCodeWait = async () => {
    const gates = await redis.keys(`${namespace}login:code:gate:*`);
    if (gates.length > 0) await redis.del(gates);
  };
  for (let guess = 0; guess < 17; guess += 1) {
    await passCodeWait();
    await beginCode(who);
  }
  const refused: unknown = await beginCode(who).catch((error: unknown) => error);
  const { retryAfterSeconds } = refused as { retryAfterSeconds?: number };
  expect(retryAfterSeconds).toBeGreaterThan(3_500);
  expect(retryAfterSeconds).toBeLessThanOrEqual(3_600);
  for (const other of [{ device: "d1" }, { session: "s1" }, { account: "al", ip: undefined }])
    await expect(beginCode(other)).resolves.toBeDefined();
  await expect(begin(who)).resolves.toBeDefined();
  await clear("jo");
  await expect(beginCode(who)).rejects.toThrow("Too many attempts");
});

it("counts all addresses of an IPv6 network of one household as one client", async () => {
  const { begin } = throttleWith();
  const guess = (n: number, network: string) =>
    begin({ account: `name-${network}-${n}`, ip: `${network}::${n.toString(16)}` });
  const guesses = Array.from({ length: 100 }, (_, n) => guess(n, "2001:db8:1:2"));
  const results = await Promise.allSettled(guesses);
  expect(results.filter(({ status }) => status === "fulfilled").length).toBeLessThanOrEqual(31);
  await expect(guess(1, "2001:db8:1:3")).resolves.toBeDefined();
});

it("counts the networks of one customer together, a /56 and with four times as many failures a /48", async () => {
  const { begin } = throttleWith({ network: { ...loginLimits.network, free: 3 } });
  let names = 0;
  const guess = (network: string) => {
    names += 1;
    return begin({ account: `customer-${names}`, ip: `2001:db8:7:${network}::1` });
  };
  // Each guess comes from another /64 of one /56.
  for (const network of ["100", "101", "102"]) await guess(network);
  await expect(guess("1ff")).rejects.toMatchObject({ kind: "rate-limited" });
  // Each from another /56 of one /48, which twelve failures fill.
  for (let site = 2; site <= 10; site += 1) await guess(`${site.toString(16)}00`);
  await expect(guess("b00")).rejects.toMatchObject({ kind: "rate-limited" });
  await expect(begin({ account: "neighbor", ip: "2001:db8:8::1" })).resolves.toBeDefined();
});

it("allows five of twenty parallel guesses", async () => {
  const { begin } = throttleWith();
  const guesses = Array.from({ length: 20 }, () => begin({ account: "jo", ip: undefined }));
  const results = await Promise.allSettled(guesses);
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(5);
});

it("keeps the same wait for attempts during the wait", async () => {
  const { begin, passWait } = throttleWith();
  const who = { account: "jo", ip: undefined };
  for (let attempt = 0; attempt < 5; attempt += 1) await begin(who);
  for (let wait = 1; wait < 32; wait *= 2) {
    await passWait();
    await begin(who);
  }
  const results = await Promise.allSettled(Array.from({ length: 50 }, () => begin(who)));
  const waits = results.map((result) =>
    result.status === "rejected"
      ? (result.reason as { retryAfterSeconds: number }).retryAfterSeconds
      : 0,
  );
  // A wait of 32 seconds, part of which may have passed already.
  expect(Math.min(...waits)).toBeGreaterThan(16);
  expect(Math.max(...waits)).toBeLessThanOrEqual(32);
});

it("forgets an account's failures after the right password, and attempts whose password was not checked", async () => {
  const { begin } = throttleWith();
  const who = { account: "jo", ip: "203.0.113.1" };
  for (let attempt = 0; attempt < 4; attempt += 1) await begin(who);
  await (await begin(who)).succeed();
  for (let attempt = 0; attempt < 10; attempt += 1) await (await begin(who)).withdraw();
  for (let attempt = 0; attempt < 5; attempt += 1) await begin(who);
  await expect(begin(who)).rejects.toMatchObject({ kind: "rate-limited" });
});

it("slows down all logins when too many fail in total, without stopping them", async () => {
  const { begin } = throttleWith({ global: { ...loginLimits.global, free: 3 } });
  let users = 0;
  const fromAnywhere = () => {
    users += 1;
    return begin({ account: `user${users}`, ip: `203.0.113.${users}` });
  };
  for (let attempt = 0; attempt < 12; attempt += 1) await fromAnywhere();
  // Each second allows ten attempts, so that repeated attempts reach the limit even on a slow machine.
  await eventually(() => expect(fromAnywhere()).rejects.toMatchObject({ retryAfterSeconds: 1 }), {
    everyMs: 0,
  });
  await eventually(fromAnywhere);
});

it("stores no name in the form in which it was typed", async () => {
  const { begin, namespace } = throttleWith();
  await begin({ account: "my-password-by-mistake", ip: undefined });
  const keys = await redis.keys(`${namespace}*`);
  expect(keys.length).toBeGreaterThan(0);
  expect(keys.join(" ")).not.toContain("my-password-by-mistake");
});
