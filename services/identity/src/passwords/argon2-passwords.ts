import { randomBytes } from "node:crypto";
import argon2 from "argon2";
import type { Passwords } from "../use-cases/ports.ts";
import { type BoundedQueue, boundedQueue } from "./bounded-queue.ts";
import { isCommonPassword } from "./common-passwords.ts";

/** What a hash costs; `memoryCost` is in KiB. */
export type PasswordCost = { memoryCost: number; timeCost: number; parallelism: number };

/** OWASP's parameters for argon2id: 19 MiB, two passes, one lane; about 50 ms. */
export const passwordCost: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Two hashes at a time and twenty waiting, so that logins cannot starve other requests. */
export const hashingQueue = (): BoundedQueue => boundedQueue({ maxRunning: 2, maxWaiting: 20 });

/** Hashes by argon2id, as many at a time as the queue lets through. */
export const argon2Passwords = async (
  cost = passwordCost,
  queue = hashingQueue(),
): Promise<Passwords> => {
  const options = { ...cost, type: argon2.argon2id } as const;
  const nobodysHash = await argon2.hash(randomBytes(32), options);
  return {
    isCommon: isCommonPassword,
    hash: (password) => queue(() => argon2.hash(password, options)),
    check: async (password, hash) => {
      const equal = await queue(() => argon2.verify(hash ?? nobodysHash, password));
      const matches = equal && hash !== undefined;
      return { matches, outdated: matches && argon2.needsRehash(hash, cost) };
    },
  };
};
