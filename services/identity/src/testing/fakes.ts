import { AppError } from "@orbline/kit/errors";
import type { MailNote } from "../domain/mail.ts";
import type { UserId } from "../domain/user.ts";
import type {
  LoginAttempts,
  MailLimits,
  Mails,
  OtherServices,
  Passwords,
  Purchases,
  Sessions,
} from "../use-cases/ports.ts";
import { memoryLinks } from "./memory-links.ts";
import { memoryUsers } from "./memory-users.ts";
import { memoryWaitlist } from "./memory-waitlist.ts";

/** Passwords that are "hashed" by a prefix; `old:` stands for a hash with outdated parameters. */
export const fakePasswords = (): Passwords => ({
  isCommon: (password) => password === "Password1",
  hash: (password) => Promise.resolve(`hash:${password}`),
  check: (password, hash) => {
    const outdated = hash === `old:${password}`;
    return Promise.resolve({ matches: outdated || hash === `hash:${password}`, outdated });
  },
});

/** Sessions in memory: the set of those that are open. */
export const fakeSessions = (now: () => Date) => {
  const open = new Set<string>();
  let ids = 0;
  const ofUser = (userId: UserId) =>
    [...open].filter((key) => key.startsWith(`${userId}/`)).map((key) => key.split("/")[1] ?? "");
  const sessions: Sessions = {
    reach: () => Promise.resolve(),
    open: ({ userId }) => {
      ids += 1;
      open.add(`${userId}/sid${ids}`);
      return Promise.resolve({ id: `id${ids}`, sid: `sid${ids}` });
    },
    close: ({ userId, sid }) => {
      open.delete(`${userId}/${sid}`);
      return Promise.resolve();
    },
    list: (userId) =>
      Promise.resolve(
        ofUser(userId).map((sid) => ({
          sid,
          device: "Unknown device",
          createdAt: now(),
          lastSeenAt: now(),
        })),
      ),
    closeAll: (userId, { except } = {}) => {
      const ended = ofUser(userId).filter((sid) => sid !== except);
      for (const sid of ended) open.delete(`${userId}/${sid}`);
      return Promise.resolve(ended.length);
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
    begin: async ({ account }) => {
      await note(`begin ${account}`)();
      return { succeed: note("succeed"), withdraw: note("withdraw") };
    },
  };
  return { log, loginAttempts };
};

/** What Redis or the hashing queue answers when it cannot serve. */
export const outage = () => Promise.reject(new AppError("unavailable", "unavailable", "try again"));

const notFound = () => Promise.reject(new AppError("not-found", "checkout.not-found", "none"));

/** Services that hold nothing and erase at once; a test replaces what it is about. */
const fakeOthers = () => {
  const holdings = {
    exportUser: () => Promise.resolve({}),
    eraseUser: () => Promise.resolve(true),
  };
  const others: OtherServices = { billing: holdings, prediction: holdings, admin: holdings };
  const purchases: Purchases = { redeem: notFound, claim: () => Promise.resolve() };
  return { others, purchases };
};

/** Mails that are owed, and a limit that is never reached. */
const fakeMails = () => {
  const owed: MailNote[] = [];
  const mails: Mails = {
    post: (note) => {
      if (!owed.some(({ id }) => id === note.id)) owed.push(note);
      return Promise.resolve();
    },
  };
  const mailLimits: MailLimits = { take: () => Promise.resolve(undefined) };
  return { owed, mails, mailLimits };
};

/** Everything that the use cases need, in memory; the time stands still unless a test moves it. */
export const fakeDeps = () => {
  const time = { now: new Date("2026-03-01T12:00:00.000Z") };
  const clock = { now: () => time.now };
  const { open, sessions } = fakeSessions(clock.now);
  const { log, loginAttempts } = fakeLoginAttempts();
  const { owed, mails, mailLimits } = fakeMails();
  const { others, purchases } = fakeOthers();
  const failures: unknown[] = [];
  let ids = 0;
  return {
    users: memoryUsers(owed),
    links: memoryLinks(clock),
    waitlist: memoryWaitlist(clock),
    passwords: fakePasswords(),
    sessions,
    loginAttempts,
    mails,
    mailLimits,
    others,
    purchases,
    clock,
    specialNames: new Set(["support"]),
    newId: () => `word-${(ids += 1)}`,
    settleMs: 15_000,
    report: (error: unknown) => void failures.push(error),
    time,
    /** What was told to the operators. */
    failures,
    /** Sessions that are open, as `user/sid`. */
    open,
    /** What happened to the login counters. */
    log,
    /** Mails that are owed. */
    owed,
  };
};
