import type { Clock } from "@orbline/kit/clock";
import type { SecurityAction, SecurityOutcome } from "@orbline/proto/constants/security";
import type { PendingEmail } from "../domain/email.ts";
import type { Link, LinkPurpose } from "../domain/link.ts";
import type { Subscription } from "../domain/subscription.ts";
import type { UserChange } from "../domain/user-changes.ts";
import type {
  Authenticators,
  KnownDevices,
  LoginMetrics,
  LoginThrottle,
  Passkeys,
  Passwords,
} from "./ports-sign-in.ts";
import type { ErasingService, SessionRole, User, UserId } from "../domain/user.ts";

export type * from "./ports-sign-in.ts";

/** An account at one version, with its subscription as billing last published it. */
export type Account = { user: User; subscription: Subscription; version: number };

/** All accounts. One write stores a change, its mark for publishing, and its pending emails. */
export type Users = {
  /** A new unique id. */
  nextId: () => UserId;
  find: (id: UserId) => Promise<Account | undefined>;
  /** Ignores case. */
  findByUsername: (username: string) => Promise<Account | undefined>;
  /** Ignores case. */
  findByEmail: (email: string) => Promise<Account | undefined>;
  /** Stores a new account. @throws conflict `username.taken` or `email.taken` */
  add: (registered: UserChange) => Promise<Account>;
  /**
   * Runs `decide` on the newest state and stores the change, if any. For 72 hours no other account can have an email
   * address that this one loses.
   * @throws not-found, conflict `username.taken` or `email.taken`
   */
  update: (id: UserId, decide: (user: User) => UserChange | undefined) => Promise<void>;
  /** Deletes an account and publishes the deletion. Safe to repeat. */
  remove: (id: UserId) => Promise<void>;
  /** Frees the lost email addresses whose 72 hours are over. */
  forgetHeldEmails: () => Promise<void>;
  /** One batch of accounts whose deletion is in progress, by id. Starts over after the last batch. */
  findDeletions: (limit: number) => Promise<UserId[]>;
  /** Stores billing's state of a subscription; ignores a lower `seq` than the stored one. */
  projectSubscription: (id: UserId, subscription: Subscription, seq: number) => Promise<void>;
};

/** An open session as its owner sees it; `sessionId` is the hash of the session token. */
export type OpenSession = {
  sessionId: string;
  /** The browser and operating system, such as "Firefox on Linux". */
  device: string;
  createdAt: Date;
  lastSeenAt: Date;
};

/** A new session. The token goes into the cookie and is stored nowhere. */
export type NewSession = { sessionToken: string; sessionId: string };

/** Sessions of signed-in users. Every method @throws unavailable */
export type Sessions = {
  /** Throws while the sessions are unavailable. */
  ping: () => Promise<void>;
  open: (owner: {
    userId: UserId;
    role: SessionRole;
    userAgent?: string | undefined;
  }) => Promise<NewSession>;
  /** Records that the user of a session has just proved the password again. */
  renewProof: (sessionId: string) => Promise<void>;
  /** Ends a session. Safe to repeat. */
  close: (session: { userId: UserId; sessionId: string }) => Promise<void>;
  /** All open sessions of a user, in no order. */
  list: (userId: UserId) => Promise<OpenSession[]>;
  /** Ends all sessions of a user except one. Returns how many it ended. */
  closeAll: (userId: UserId, options?: { except?: string | undefined }) => Promise<number>;
};

/** Emails to send. An email is durable once `post` resolves, is sent soon after, and each id is sent once. */
export type EmailOutbox = { post: (email: PendingEmail) => Promise<void> };

/**
 * Limits emails per purpose and address, so that nobody can flood a mailbox, and requests of one purpose cannot use up the
 * limit of another.
 */
export type EmailLimits = {
  /** Counts one email. Returns the seconds to wait when the limit is reached. @throws unavailable */
  take: (
    purpose: EmailLimit,
    address: string,
  ) => Promise<{ retryAfterSeconds: number } | undefined>;
  /**
   * Counts one email about an account to an address that nobody has verified. Returns false when the limit is reached. A
   * repetition with the same id counts nothing and returns the same. @throws unavailable
   */
  admitUnverified: (email: Pick<PendingEmail, "id" | "to">) => Promise<boolean>;
};

/**
 * `change-email` counts the emails to all new addresses of a user, and `change-access` those about new passwords, factors and
 * recovery codes, both by the user's id.
 */
type EmailLimit =
  | "reset-password"
  | "verify-email"
  | "change-email"
  | "change-access"
  | "waitlist"
  | "new-device"
  | "login-throttled";

/** Emailed links. The store has only hashes of their secrets. */
export type Links = {
  /** Creates a link that works once within `lifeMs`. Returns its secret of 256 bits. */
  create: (link: Link, lifeMs: number) => Promise<string>;
  /** The link of a secret, unless it is used, expired, or has another purpose. */
  find: (purpose: LinkPurpose, secret: string) => Promise<Link | undefined>;
  /** Uses a link. Returns true for one caller only. */
  use: (purpose: LinkPurpose, secret: string) => Promise<boolean>;
  /** Revokes a user's links, of one purpose or all. */
  revokeAll: (userId: UserId, purpose?: LinkPurpose) => Promise<void>;
  /** Revokes a user's claim links of one purchase. */
  revokeClaims: (purchase: { userId: UserId; checkoutId: string }) => Promise<void>;
  /** Revokes the waitlist links of an address. */
  revokeInvitations: (email: string) => Promise<void>;
  forgetExpired: () => Promise<void>;
};

export type WaitlistEntry = {
  email: string;
  source?: string | undefined;
  affiliateCode?: string | undefined;
  createdAt: Date;
  convertedAt?: Date | undefined;
};

/** The account whose waitlist entries to find; `email` only if it is verified. */
export type WaitlistOwner = { userId: UserId; email: string | undefined };

/** The waitlist, one entry per address. */
export type Waitlist = {
  /** Adds an entry. An existing entry stays as it is. */
  join: (entry: Pick<WaitlistEntry, "email" | "source" | "affiliateCode">) => Promise<void>;
  find: (email: string) => Promise<WaitlistEntry | undefined>;
  /** Records the account that was made from an entry. */
  convert: (email: string, userId: UserId) => Promise<void>;
  /** Records the account that has or had the address of an entry. An entry that has an account keeps it. */
  assign: (email: string, userId: UserId) => Promise<void>;
  /** The entries of an account's current and earlier addresses, and the one it was made from. */
  findOf: (owner: WaitlistOwner) => Promise<WaitlistEntry[]>;
  /** Deletes the entries that `findOf` returns. */
  remove: (owner: WaitlistOwner) => Promise<void>;
};

/** Guest purchases, owned by billing. */
export type Purchases = {
  /** The account that a paid checkout opened, once. @throws not-found, conflict while it is unpaid, unavailable */
  redeem: (checkout: { checkoutSessionId: string; secret: string }) => Promise<UserId>;
  /** Assigns a purchase to an account. Safe to repeat. @throws not-found, unavailable */
  claim: (purchase: { checkoutId: string; userId: UserId }) => Promise<void>;
};

/** The data that another service stores about users. */
export type UserDataService = {
  /**
   * All data that it stores about a user, in pages: JSON objects. The pages after the first continue one of its lists.
   * @throws unavailable
   */
  exportUser: (id: UserId) => AsyncIterable<Record<string, unknown>>;
  /** Erases a user. Returns false while the erasure is in progress. Safe to repeat. @throws unavailable */
  eraseUser: (id: UserId) => Promise<boolean>;
};

/** Services that store data about users. Admin erases its copies when the user's deletion is published. */
export type UserDataServices = Record<ErasingService, UserDataService> & {
  admin: Pick<UserDataService, "exportUser">;
};

/** Limits how often a client is told that a name or an address is taken, because that tells who is registered. */
export type ConflictLimits = {
  /**
   * Runs the work unless the client, an IP address or a user id, has used up its limit. An unknown client has none.
   * @throws rate-limited, unavailable, and what the work throws
   */
  guard: <Result>(client: string | undefined, work: () => Promise<Result>) => Promise<Result>;
};

/** A security-relevant action with its outcome. */
export type SecurityEvent = {
  action: SecurityAction;
  outcome: SecurityOutcome;
  /** Error code of a refusal. */
  reason?: string | undefined;
  /** Absent for a refused sign-in to an account that does not exist. */
  userId?: UserId | undefined;
  client: { ip?: string | undefined; userAgent?: string | undefined };
};

/** An event as stored. The address of the client is a keyed hash whose key changes every day. */
export type StoredSecurityEvent = Omit<SecurityEvent, "client" | "userId"> & {
  id: string;
  userId: UserId;
  device: string;
  network?: string | undefined;
  count: number;
  at: Date;
  lastAt: Date;
};

/** Security events: one log line for each, and for known users a stored one. */
export type SecurityLog = {
  /** Records an event in the background. Never throws and never waits. */
  record: (event: SecurityEvent) => void;
  /** Events, newest first. @throws invalid for a malformed cursor */
  list: (request: {
    userId?: UserId | undefined;
    action?: SecurityAction | undefined;
    outcome?: SecurityOutcome | undefined;
    limit: number;
    cursor?: string | undefined;
  }) => Promise<{ rows: StoredSecurityEvent[]; nextCursor?: string | undefined }>;
  /** Deletes a user's events. Safe to repeat. */
  removeOf: (userId: UserId) => Promise<void>;
  /** Deletes events that are older than the retention. */
  forgetOld: () => Promise<void>;
};

/** The audit log of admins, owned by admin. */
export type AuditTrail = {
  /** Adds an action of an admin. Never throws. */
  note: (note: {
    actorId: string;
    action: "sign-in" | "read-table" | "block-user" | "unblock-user" | "end-sessions";
    target: { kind: "user" | "list"; id: string };
  }) => Promise<void>;
};

/** All ports and settings; each use case picks the ones it needs. */
export type IdentityDeps = {
  users: Users;
  passwords: Passwords;
  sessions: Sessions;
  loginThrottle: LoginThrottle;
  devices: KnownDevices;
  authenticators: Authenticators;
  passkeys: Passkeys;
  conflictLimits: ConflictLimits;
  loginMetrics: LoginMetrics;
  securityLog: SecurityLog;
  auditTrail: AuditTrail;
  links: Links;
  emails: EmailOutbox;
  emailLimits: EmailLimits;
  waitlist: Waitlist;
  purchases: Purchases;
  userData: UserDataServices;
  clock: Clock;
  /** A new unique id. */
  newId: () => string;
  /** Usernames that nobody can register, in lower case. */
  reservedNames: ReadonlySet<string>;
  /** How long a request that began before the sessions ended may still run, in milliseconds. */
  deletionSettleMs: number;
};
