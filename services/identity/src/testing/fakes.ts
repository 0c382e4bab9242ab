import { Readable } from "node:stream";
import { AppError } from "@orbline/kit/errors";
import type { PendingEmail } from "../domain/email.ts";
import type { User, UserId } from "../domain/user.ts";
import type {
  Authenticators,
  IdentityDeps,
  LoginThrottle,
  Passkeys,
  Passwords,
  Sessions,
} from "../use-cases/ports.ts";
import { memoryLinks } from "./memory-links.ts";
import { memoryUsers } from "./memory-users.ts";
import { memoryWaitlist } from "./memory-waitlist.ts";

type FakeState = {
  /** Moves only when a test sets it. */
  time: { now: Date };
  /** Open sessions as `user/session`. */
  open: Set<string>;
  /** Calls of the login throttle. */
  log: string[];
  pendingEmails: PendingEmail[];
};

/** All ports in memory, with their state for the test. */
export function fakeDeps(): IdentityDeps & FakeState {
  const time = { now: new Date("2026-03-01T12:00:00.000Z") };
  const clock = { now: () => time.now };
  const { open, sessions } = fakeSessions(clock.now);
  const { log, loginThrottle } = fakeLoginThrottle();
  const pendingEmails: PendingEmail[] = [];
  const userData = {
    exportUser: () => Readable.from([]),
    eraseUser: () => Promise.resolve(true),
  };
  let ids = 0;
  return {
    users: memoryUsers(pendingEmails),
    links: memoryLinks(clock),
    waitlist: memoryWaitlist(clock),
    passwords: fakePasswords(),
    sessions,
    loginThrottle,
    devices: {
      labelOf: () => "Unknown device",
      find: ({ id }, cookie) => (cookie?.includes(id) ? { device: `device of ${id}` } : undefined),
      remember: ({ id }, cookie = "") => `${cookie}~${id}`,
    },
    authenticators: fakeAuthenticators(),
    passkeys: fakePasskeys(),
    conflictLimits: { guard: (_client, work) => work() },
    loginMetrics: { countRefusal: () => undefined },
    auditTrail: { note: () => Promise.resolve() },
    securityLog: {
      record: () => undefined,
      list: () => Promise.resolve({ rows: [] }),
      removeOf: () => Promise.resolve(),
      forgetOld: () => Promise.resolve(),
    },
    emails: {
      post: (email: PendingEmail) => {
        if (!pendingEmails.some(({ id }) => id === email.id)) pendingEmails.push(email);
        return Promise.resolve();
      },
    },
    emailLimits: {
      take: () => Promise.resolve(undefined),
      admitUnverified: () => Promise.resolve(true),
    },
    userData: { billing: userData, prediction: userData, admin: userData },
    purchases: {
      redeem: () => Promise.reject(new AppError("not-found", "checkout.not-found", "none")),
      claim: () => Promise.resolve(),
    },
    clock,
    reservedNames: new Set(["support"]),
    newId: () => `id-${(ids += 1)}`,
    deletionSettleMs: 15_000,
    time,
    open,
    log,
    pendingEmails,
  };
}

/** Fails like Redis or the hashing queue during an outage. */
export const outage = () => Promise.reject(new AppError("unavailable", "unavailable", "try again"));

/** Passwords that are "hashed" by a prefix; the prefix `old:` has outdated parameters. */
function fakePasswords(): Passwords {
  return {
    weaknessOf: (password) => Promise.resolve(password === "Password1" ? "common" : undefined),
    hash: (password) => Promise.resolve(`hash:${password}`),
    check: (password, hash) => {
      const outdated = hash === `old:${password}`;
      return Promise.resolve({ matches: outdated || hash === `hash:${password}`, outdated });
    },
  };
}

/** Codes that are right in every step: `111111` is a code of step 1, and so on. */
function fakeAuthenticators(): Authenticators {
  const enrollmentFor = ({ id, passwordChangedAt }: Pick<User, "id" | "passwordChangedAt">) =>
    `for ${id} ${passwordChangedAt?.getTime() ?? 0}`;
  return {
    begin: (user) => ({
      secret: "ABC",
      uri: "otpauth://totp/test",
      enrollment: enrollmentFor(user),
    }),
    sealedSecretOf: (user, enrollment) =>
      enrollment === enrollmentFor(user) ? `sealed for ${user.id}` : undefined,
    stepOf: (_userId, _sealedSecret, code) =>
      /^(\d)\1{5}$/.test(code) ? Number(code[0]) : undefined,
    newRecoveryCodes: () => ["aaaaa-aaaaa", "bbbbb-bbbbb"],
    hashRecoveryCode: (userId, code) => `hash of ${code} for ${userId}`,
  };
}

/** Passkeys whose signature is the counter in digits. Every challenge is right. */
function fakePasskeys(): Passkeys {
  return {
    challengeSession: ({ sessionId }) => Promise.resolve(`challenge of ${sessionId}`),
    challengeBrowser: (browser) => Promise.resolve(`challenge of ${browser}`),
    verifyRegistration: (_holder, { id }) =>
      Promise.resolve({ id, publicKey: `key of ${id}`, counter: 0, transports: [] }),
    verifyAssertion: (_browser, { response }, passkey) =>
      Promise.resolve(passkey && Number(response.signature)),
    userIdOf: ({ response }) => response.userHandle as UserId,
  };
}

function fakeSessions(now: () => Date) {
  const open = new Set<string>();
  let ids = 0;
  const ofUser = (userId: UserId) =>
    [...open].filter((key) => key.startsWith(`${userId}/`)).map((key) => key.split("/")[1] ?? "");
  const sessions: Sessions = {
    ping: () => Promise.resolve(),
    open: ({ userId }) => {
      ids += 1;
      open.add(`${userId}/session${ids}`);
      return Promise.resolve({ sessionToken: `token${ids}`, sessionId: `session${ids}` });
    },
    renewProof: () => Promise.resolve(),
    close: ({ userId, sessionId }) => {
      open.delete(`${userId}/${sessionId}`);
      return Promise.resolve();
    },
    list: (userId) =>
      Promise.resolve(
        ofUser(userId).map((sessionId) => ({
          sessionId,
          device: "Unknown device",
          createdAt: now(),
          lastSeenAt: now(),
        })),
      ),
    closeAll: (userId, { except } = {}) => {
      const ended = ofUser(userId).filter((sessionId) => sessionId !== except);
      for (const sessionId of ended) open.delete(`${userId}/${sessionId}`);
      return Promise.resolve(ended.length);
    },
  };
  return { open, sessions };
}

function fakeLoginThrottle() {
  const log: string[] = [];
  const record = (call: string) => () => {
    log.push(call);
    return Promise.resolve();
  };
  const loginThrottle: LoginThrottle = {
    clear: async (account) => {
      await record(`clear ${account}`)();
    },
    begin: async (source) => {
      const [counted = ""] = Object.values(source);
      await record(`begin ${typeof counted === "string" ? counted : ""}`)();
      return { succeed: record("succeed"), withdraw: record("withdraw") };
    },
    beginCode: async (source) => {
      await record(`code ${Object.values(source)[0] as string}`)();
      return { succeed: record("code succeeds"), withdraw: record("code withdrawn") };
    },
  };
  return { log, loginThrottle };
}
