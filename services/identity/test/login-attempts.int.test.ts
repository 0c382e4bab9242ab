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
  /** Ends the waits of all accounts, addresses and networks that have not ended by themselves. */
  const passWait = async () => {
    const gates = await redis.keys(`${namespace}login:*:gate:*`);
    if (gates.length > 0) await redis.del(gates);
  };
  return { ...throttle, namespace, passWait };
};

/** Counts the parallel attempts that passed, and the full seconds that all of them took. */
const countPassed = async (count: number, attempt: (n: number) => Promise<unknown>) => {
  const startedAt = performance.now();
  const results = await Promise.allSettled(Array.from({ length: count }, (_, n) => attempt(n)));
  const passed = results.filter(({ status }) => status === "fulfilled").length;
  return { passed, seconds: Math.floor((performance.now() - startedAt) / 1_000) };
};

/** Expects the wait of the fifth attempt that has to wait. Part of these sixteen seconds may have passed already. */
const expectWaitOf16Seconds = async (attempt: Promise<unknown>) => {
  const refused: unknown = await attempt.catch((error: unknown) => error);
  const { retryAfterSeconds } = refused as { retryAfterSeconds?: number };
  expect(retryAfterSeconds).toBeGreaterThan(8);
  expect(retryAfterSeconds).toBeLessThanOrEqual(16);
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
  const { beginCode, begin, clear, passWait } = throttleWith();
  const who = { account: "jo", ip: undefined };
  for (let guess = 0; guess < 17; guess += 1) {
    await passWait();
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
  const { passed, seconds } = await countPassed(100, (n) => guess(n, "2001:db8:1:2"));
  // Thirty failures are free, and one more attempt follows after each wait.
  expect(passed).toBeLessThanOrEqual(31 + seconds);
  await expect(guess(1, "2001:db8:1:3")).resolves.toBeDefined();
});

it("counts the networks of one customer together, a /56 and with four times as many failures a /48", async () => {
  const { begin, passWait } = throttleWith({ network: { ...loginLimits.network, free: 3 } });
  let names = 0;
  const guess = (network: string) => {
    names += 1;
    return begin({ account: `customer-${names}`, ip: `2001:db8:7:${network}::1` });
  };
  const guessAfterWait = async (network: string) => {
    await passWait();
    await guess(network);
  };
  // Each guess comes from another /64 of one /56. Guesses wait from the third failure of a /56 on.
  for (let subnet = 0; subnet < 7; subnet += 1) await guessAfterWait(`10${subnet}`);
  await expectWaitOf16Seconds(guess("1ff"));
  // Each comes from another /56 of one /48. Guesses wait from the twelfth failure of a /48 on.
  for (let site = 2; site <= 10; site += 1) await guessAfterWait(`${site.toString(16)}00`);
  await expectWaitOf16Seconds(guess("b00"));
  await expect(begin({ account: "neighbor", ip: "2001:db8:8::1" })).resolves.toBeDefined();
});

it("allows five of twenty parallel guesses", async () => {
  const { begin } = throttleWith();
  const { passed, seconds } = await countPassed(20, () => begin({ account: "jo", ip: undefined }));
  expect(passed).toBeGreaterThanOrEqual(5);
  // One more attempt follows after each wait, which is a second at least.
  expect(passed).toBeLessThanOrEqual(5 + seconds);
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
  const { begin, passWait } = throttleWith();
  const who = { account: "jo", ip: "203.0.113.1" };
  for (let attempt = 0; attempt < 4; attempt += 1) await begin(who);
  await (await begin(who)).succeed();
  for (let attempt = 0; attempt < 10; attempt += 1) await (await begin(who)).withdraw();
  for (let attempt = 0; attempt < 9; attempt += 1) {
    await passWait();
    await begin(who);
  }
  await expectWaitOf16Seconds(begin(who));
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
