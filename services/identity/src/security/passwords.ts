import { randomBytes } from "node:crypto";
import { type BoundedQueue, boundedQueue } from "@orbline/kit/bounded-queue";
import argon2 from "argon2";
import type { Passwords } from "../use-cases/ports.ts";
import { weaknessOf } from "./weak-passwords.ts";

/** The cost of a hash; `memoryCost` is in KiB. */
export type PasswordCost = { memoryCost: number; timeCost: number; parallelism: number };

/** OWASP's parameters for argon2id: 19 MiB, two passes, parallelism 1; about 50 ms. */
export const passwordCost: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Two hashes at a time and twenty waiting, so that logins do not starve other requests. */
export const hashingQueue = (): BoundedQueue =>
  boundedQueue({ maxRunning: 2, maxWaiting: 20, busy });

const busy = {
  code: "passwords.busy",
  message: "Too many people are signing in right now. Please try again in a moment.",
};

/** Hashes passwords with argon2id. The queue limits concurrent hashes; `isLeaked` finds a password in a known leak. */
export async function argon2Passwords({
  cost = passwordCost,
  queue = hashingQueue(),
  isLeaked = () => Promise.resolve(false),
}: {
  cost?: PasswordCost | undefined;
  queue?: BoundedQueue | undefined;
  isLeaked?: ((password: string) => Promise<boolean>) | undefined;
} = {}): Promise<Passwords> {
  const options = { ...cost, type: argon2.argon2id } as const;
  const unknownUsersHash = await argon2.hash(randomBytes(32), options);
  return {
    weaknessOf: async (password, owner) =>
      weaknessOf(password, owner) ?? ((await isLeaked(password)) ? "leaked" : undefined),
    hash: (password) => queue(() => argon2.hash(password, options)),
    check: async (password, hash) => {
      const isEqual = await queue(() => argon2.verify(hash ?? unknownUsersHash, password));
      const matches = isEqual && hash !== undefined;
      return { matches, outdated: matches && argon2.needsRehash(hash, cost) };
    },
  };
}
