import { createHash } from "node:crypto";
import type { Redis } from "@orbline/kit/redis/connection";
import type { LoginAttempts } from "../use-cases/ports.ts";
import { failureCounter, type FailureLimit } from "./failure-counter.ts";

/** What is counted, and how each counter slows down. */
export type LoginLimits = Record<"account" | "ip" | "global", FailureLimit>;

/** An account waits a minute at most: guessing is slow, and its owner is never shut out for long. */
export const loginLimits: LoginLimits = {
  account: { free: 5, windowSeconds: 3_600, maxDelaySeconds: 60, burst: 1 },
  ip: { free: 30, windowSeconds: 3_600, maxDelaySeconds: 60, burst: 1 },
  global: { free: 1_000, windowSeconds: 600, maxDelaySeconds: 1, burst: 10 },
};

/** People type passwords into the wrong field, so what they type is never a key as it is. */
const digest = (text: string) => createHash("sha256").update(text).digest("base64url");

/** Failed logins, counted in Redis per account, per address and in all. */
export const redisLoginAttempts = ({
  redis,
  namespace,
  limits = loginLimits,
}: {
  redis: Redis;
  namespace: string;
  limits?: LoginLimits;
}): LoginAttempts => {
  const make = (name: keyof LoginLimits) =>
    failureCounter({ redis, keyPrefix: `${namespace}login:${name}`, limit: limits[name] });
  const accounts = make("account");
  const others = { ip: make("ip"), global: make("global") };

  return {
    begin: async ({ account, ip }) => {
      const name = digest(account.toLowerCase());
      const counted: (() => Promise<unknown>)[] = [];
      const takeBack = async () => {
        await Promise.all(counted.map((uncount) => uncount()));
      };
      const count = async (counter: typeof accounts, key: string) => {
        await counter.count(key);
        counted.push(() => counter.uncount(key));
      };
      try {
        await count(accounts, name);
        if (ip !== undefined) await count(others.ip, ip);
        await count(others.global, "all");
      } catch (error) {
        await takeBack();
        throw error;
      }
      return {
        succeed: async () => {
          await takeBack();
          await accounts.reset(name);
        },
        withdraw: takeBack,
      };
    },
  };
};
