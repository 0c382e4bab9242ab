import type { Link, LinkPurpose, MailNote } from "../domain/mail.ts";
import type { Subscription } from "../domain/subscription.ts";
import type { Eraser, Role, User, UserChange, UserId } from "../domain/user.ts";

/** An account with what billing told about it, at one version of the account. */
export type Account = { user: User; subscription: Subscription; version: number };

/** All accounts. A change is stored with its mark to be published and the mails it owes in one write. */
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
  /**
   * Decides on the newest state and stores it; undefined leaves it as it is.
   * @throws not-found, conflict: also `username.taken` or `email.taken`
   */
  update: (id: UserId, decide: (user: User) => UserChange | undefined) => Promise<void>;
  /** Forgets everything about an account and publishes that it is gone. Safe to repeat. */
  remove: (id: UserId) => Promise<void>;
  /** Accounts whose deletion is under way, the oldest request first; batch by batch, then from the first again. */
  findDeletions: (limit: number) => Promise<UserId[]>;
  /** Keeps what billing told, unless something newer is there; false means it was not news. */
  projectSubscription: (id: UserId, subscription: Subscription, seq: number) => Promise<boolean>;
};

/** Hashing of passwords. Few run at a time; @throws unavailable when too many wait */
export type Passwords = {
  /** Whether it is among the commonest ones, in whatever case. */
  isCommon: (password: string) => boolean;
  hash: (password: string) => Promise<string>;
  /** Takes the same time with no hash to compare with; `outdated` asks for a new hash. */
  check: (
    password: string,
    hash: string | undefined,
  ) => Promise<{ matches: boolean; outdated: boolean }>;
};

/** A session as its owner sees it; `device` is in words. */
export type OpenSession = { sid: string; device: string; createdAt: Date; lastSeenAt: Date };

/** Sessions of signed-in users. @throws unavailable when they cannot be reached */
export type Sessions = {
  /** Does nothing, but throws while they cannot be reached. */
  reach: () => Promise<void>;
  /** Opens a session; `id` is the browser's secret, `sid` its hash. */
  open: (owner: {
    userId: UserId;
    role: Role;
    userAgent?: string | undefined;
  }) => Promise<{ id: string; sid: string }>;
  /** Ends a session; one that has ended already is fine. */
  close: (session: { userId: UserId; sid: string }) => Promise<void>;
  /** All that are open, in no order. */
  list: (userId: UserId) => Promise<OpenSession[]>;
  /** Ends all of a user's, but for one if it is given. Answers how many. */
  closeAll: (userId: UserId, options?: { except?: string | undefined }) => Promise<number>;
};

/** Mails that are owed: durable once posted, sent soon after, each id once. */
export type Mails = { post: (note: MailNote) => Promise<void> };

/** Counts mails to one address, so that nobody can flood somebody else's mailbox. */
export type MailLimits = {
  /** Uses up one; answers the seconds to wait when there is none left. @throws unavailable */
  take: (address: string) => Promise<{ retryAfterSeconds: number } | undefined>;
};

/** What stands behind mailed links. Only hashes of their secrets are kept. */
export type Links = {
  /** Makes a link that is good once and for `lifeMs`; answers its secret, 256 bits. */
  create: (link: Link, lifeMs: number) => Promise<string>;
  /** What is behind a secret, unless it is used, too old, or for another purpose. */
  find: (purpose: LinkPurpose, secret: string) => Promise<Link | undefined>;
  /** Uses a secret up; true for one caller only. */
  use: (purpose: LinkPurpose, secret: string) => Promise<boolean>;
  /** Ends a user's links, of one purpose or all. */
  revokeAll: (userId: UserId, purpose?: LinkPurpose) => Promise<void>;
  /** Ends a user's links to one purchase. */
  revokeClaims: (purchase: { userId: UserId; checkoutId: string }) => Promise<void>;
  /** Ends the links that make an account of an address's waitlist entry; they are nobody's account's yet. */
  revokeInvitations: (email: string) => Promise<void>;
  forgetExpired: () => Promise<void>;
};

/** Somebody on the waitlist. */
export type WaitlistEntry = {
  email: string;
  source: string | undefined;
  affiliateCode: string | undefined;
  createdAt: Date;
  convertedAt: Date | undefined;
};

/** An account as the waitlist knows it. */
export type WaitlistOwner = { userId: UserId; email: string | undefined };

/** The waitlist, one entry an address. */
export type Waitlist = {
  /** Joins; who is on it stays as first noted. */
  join: (entry: Pick<WaitlistEntry, "email" | "source" | "affiliateCode">) => Promise<void>;
  find: (email: string) => Promise<WaitlistEntry | undefined>;
  /** Notes the account that an entry became. */
  convert: (email: string, userId: UserId) => Promise<void>;
  /** Notes whose address it was, for as long as that account exists; an entry that has an account keeps it. */
  assign: (email: string, userId: UserId) => Promise<void>;
  /** The entries of an account: of its address, of addresses that it had, and the one that it came from. */
  findOf: (who: WaitlistOwner) => Promise<WaitlistEntry[]>;
  /** Forgets these entries. */
  remove: (who: WaitlistOwner) => Promise<void>;
};

/** Purchases by e-mail alone, owned by billing. */
export type Purchases = {
  /** The account that a paid checkout opened, once. @throws not-found, conflict while it is not paid, unavailable */
  redeem: (checkout: { sessionId: string; secret: string }) => Promise<UserId>;
  /** Attaches a purchase to an account, safe to repeat. @throws not-found, unavailable */
  claim: (purchase: { checkoutId: string; userId: UserId }) => Promise<void>;
};

/** What another service keeps about users. */
export type Holdings = {
  /** Everything it holds about one, as a JSON object. @throws unavailable */
  exportUser: (id: UserId) => Promise<Record<string, unknown>>;
  /** Erases one; false while that is still under way. Safe to repeat. @throws unavailable */
  eraseUser: (id: UserId) => Promise<boolean>;
};
/** The services that erase a user when they are asked. */
export type Erasers = Record<Eraser, Holdings>;

/** The services that hold something about users; admin's copies go with the tombstones that it follows. */
export type OtherServices = Erasers & { admin: Pick<Holdings, "exportUser"> };

/** One attempt to log in, already counted as failed. */
export type LoginAttempt = {
  /** The password was right: the account's failures are forgotten. */
  succeed: () => Promise<void>;
  /** There was no verdict: the attempt does not count. */
  withdraw: () => Promise<void>;
};

/** Counters of failed logins per account, per address and in all; an account that does not exist counts like one. */
export type LoginAttempts = {
  /** Counts an attempt before its password is looked at. @throws rate-limited, unavailable */
  begin: (who: { account: string; ip: string | undefined }) => Promise<LoginAttempt>;
};

/** The current time. */
export type Clock = { now: () => Date };
