import type { Subscription } from "../domain/subscription.ts";
import type { Role, User, UserChange, UserId } from "../domain/user.ts";

/** An account with what billing told about it, at one version of the account. */
export type Account = { user: User; subscription: Subscription; version: number };

/** All accounts. A change is stored with its mark to be published in one write. */
export type Users = {
  /** A new id that nobody has. */
  nextId: () => UserId;
  find: (id: UserId) => Promise<Account | undefined>;
  /** Finds without regard to case. */
  findByUsername: (username: string) => Promise<Account | undefined>;
  /** Finds without regard to case. */
  findByEmail: (email: string) => Promise<Account | undefined>;
  /** Stores a new account. @throws conflict `username.taken` or `email.taken` */
  add: (registered: UserChange) => Promise<Account>;
  /** Decides on the newest state and stores it; undefined leaves it as it is. @throws conflict, not-found */
  update: (id: UserId, decide: (user: User) => UserChange | undefined) => Promise<void>;
  /** Keeps what billing told, unless something newer is there; false means it was not news. */
  projectSubscription: (id: UserId, subscription: Subscription, seq: number) => Promise<boolean>;
};

/** Hashing of passwords. Few run at a time; @throws unavailable when too many wait */
export type Passwords = {
  hash: (password: string) => Promise<string>;
  /** Takes the same time with no hash to compare with; `outdated` asks for a new hash. */
  check: (
    password: string,
    hash: string | undefined,
  ) => Promise<{ matches: boolean; outdated: boolean }>;
};

/** Sessions of signed-in users. @throws unavailable when they cannot be reached */
export type Sessions = {
  /** Opens a session; `id` is the browser's secret, `sid` its hash. */
  open: (owner: {
    userId: UserId;
    role: Role;
    userAgent?: string | undefined;
  }) => Promise<{ id: string; sid: string }>;
  /** Ends a session; one that has ended already is fine. */
  close: (session: { userId: UserId; sid: string }) => Promise<void>;
};

/** One attempt to log in, already counted as failed. */
export type LoginAttempt = {
  /** The password was right: the account's failures are forgotten. */
  succeed: () => Promise<void>;
  /** There was no verdict: the attempt does not count. */
  withdraw: () => Promise<void>;
};

/** Counters of failed logins per account, per address and in all. */
export type LoginAttempts = {
  /** Counts an attempt before its password is looked at. @throws rate-limited, unavailable */
  begin: (who: { username: string; ip: string | undefined }) => Promise<LoginAttempt>;
};

/** The current time. */
export type Clock = { now: () => Date };
