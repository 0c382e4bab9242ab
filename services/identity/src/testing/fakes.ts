import { AppError } from "@orbline/kit/errors";
import type { LoginAttempts, Passwords, Sessions } from "../use-cases/ports.ts";
import { memoryUsers } from "./memory-users.ts";

/** Passwords that are "hashed" by a prefix; `old:` stands for a hash with outdated parameters. */
export const fakePasswords = (): Passwords => ({
  hash: (password) => Promise.resolve(`hash:${password}`),
  check: (password, hash) => {
    const outdated = hash === `old:${password}`;
    return Promise.resolve({ matches: outdated || hash === `hash:${password}`, outdated });
  },
});

/** Sessions in memory: the set of those that are open. */
export const fakeSessions = () => {
  const open = new Set<string>();
  let ids = 0;
  const sessions: Sessions = {
    open: ({ userId }) => {
      ids += 1;
      open.add(`${userId}/sid${ids}`);
      return Promise.resolve({ id: `id${ids}`, sid: `sid${ids}` });
    },
    close: ({ userId, sid }) => {
      open.delete(`${userId}/${sid}`);
      return Promise.resolve();
    },
  };
  return { open, sessions };
};

/** Counters that only remember what was asked of them. */
export const fakeLoginAttempts = () => {
  const log: string[] = [];
  const note = (what: string) => () => {
    log.push(what);
    return Promise.resolve();
  };
  const loginAttempts: LoginAttempts = {
    begin: async ({ username }) => {
      await note(`begin ${username}`)();
      return { succeed: note("succeed"), withdraw: note("withdraw") };
    },
  };
  return { log, loginAttempts };
};

/** What Redis or the hashing queue answers when it cannot serve. */
export const outage = () => Promise.reject(new AppError("unavailable", "unavailable", "try again"));

/** Everything that the use cases need, in memory, at one fixed time. */
export const fakeDeps = () => {
  const { open, sessions } = fakeSessions();
  const { log, loginAttempts } = fakeLoginAttempts();
  return {
    users: memoryUsers(),
    passwords: fakePasswords(),
    sessions,
    loginAttempts,
    clock: { now: () => new Date("2026-03-01T12:00:00.000Z") },
    specialNames: new Set(["support"]),
    /** Sessions that are open, as `user/sid`. */
    open,
    /** What happened to the login counters. */
    log,
  };
};
