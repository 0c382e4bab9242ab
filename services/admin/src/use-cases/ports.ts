import type { Clock } from "@orbline/kit/clock";
import type { SubscriptionStatus } from "@orbline/proto/constants/subscription";
import type {
  AdminAction,
  AuditBegin,
  AuditedAction,
  AuditNote,
  AuditOutcome,
} from "../domain/audit.ts";
import type { AccountState, Subscription, UserView } from "../domain/user-view.ts";

/** `search` is a part of username or email. */
export type UserQuery = {
  search?: string | undefined;
  status?: SubscriptionStatus | undefined;
  limit: number;
  cursor?: string | undefined;
};

/** `total` counts all matches. */
export type UserPage = { users: UserView[]; total: number; nextCursor: string | undefined };

/** The read model of users and their subscriptions. */
export type UserViews = {
  find: (id: string) => Promise<UserView | undefined>;
  /** The id of the user with this name, in any case. */
  findId: (username: string) => Promise<string | undefined>;
  /** The usernames of these users by id. Unknown users are missing. */
  names: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  /** One page, ordered by username. @throws invalid for an unknown cursor */
  list: (query: UserQuery) => Promise<UserPage>;
  /**
   * Stores a newer state of an account; undefined erases it, and no older state restores it. Safe to repeat and in
   * any order.
   */
  applyAccount: (id: string, seq: number, state: AccountState | undefined) => Promise<void>;
  /** Stores a newer state of a subscription; undefined erases it. Safe to repeat and in any order. */
  applySubscription: (id: string, seq: number, state: Subscription | undefined) => Promise<void>;
};

/** `before` is the number of the last action on the previous page. */
export type AuditQuery = {
  limit: number;
  before?: number | undefined;
  action?: AdminAction | undefined;
  actorId?: string | undefined;
  targetId?: string | undefined;
};

/** The audit log: a hash chain that only grows. */
export type AuditLog = {
  /** Adds the start of an action. Returns its number once it is durable. */
  begin: (action: AuditBegin) => Promise<number>;
  /** Adds the end of the action with this number. */
  finish: (number: number, end: AuditOutcome & { at: Date }) => Promise<void>;
  /**
   * Adds an action with one entry. A reading that the admin has repeated within ten minutes adds no entry.
   */
  note: (note: AuditNote) => Promise<void>;
  /** One page of actions, newest first; `next` is the `before` of the next page. */
  list: (query: AuditQuery) => Promise<{ actions: AuditedAction[]; next: number | undefined }>;
};

/** A subscription with its state at the payment provider. */
export type SubscriptionDetails = {
  subscription: Subscription;
  customerId?: string | undefined;
  subscriptionId?: string | undefined;
  provider:
    | {
        status: string;
        plan: string;
        cancelAtPeriodEnd: boolean;
        /** RFC 3339. */
        currentPeriodEnd: string | null;
        error?: string | undefined;
      }
    | null
    | undefined;
};

/** The subscription after a command and its version. */
export type CommandResult = { subscription: Subscription; version: number };

/** Subscriptions, owned by billing. Every method @throws unavailable */
export type Subscriptions = {
  describe: (userId: string) => Promise<SubscriptionDetails>;
  /** Grants access for some days. A repeated `commandId` grants nothing more. */
  activate: (command: {
    userId: string;
    days: number;
    commandId: string;
  }) => Promise<CommandResult>;
  /** Ends access now. */
  cancel: (command: { userId: string; commandId: string }) => Promise<CommandResult>;
};

export type PaymentStatus = "succeeded" | "failed" | "refunded" | "disputed";

/** A payment as admins see it; times are RFC 3339. */
export type Payment = {
  id: string;
  /** Null when the account is deleted. */
  userId: string | null;
  plan: string;
  status: PaymentStatus;
  amountCents: number;
  refundedCents: number;
  currency: string;
  createdAt: string;
  paidAt: string | null;
  failedAttempts: number;
  affiliateCode: string | null;
};

/** Payments, owned by billing. Every method @throws unavailable */
export type Payments = {
  list: (query: {
    limit: number;
    cursor?: string | undefined;
    userId?: string | undefined;
    status?: PaymentStatus | undefined;
  }) => Promise<{ payments: Payment[]; nextCursor: string | undefined }>;
  find: (id: string) => Promise<Payment | undefined>;
  /**
   * Refunds `amountCents`, or everything that is not refunded yet. A repeated `commandId` refunds nothing more.
   * Returns the payment and the version of its user's subscription.
   * @throws not-found, conflict, invalid
   */
  refund: (command: {
    paymentId: string;
    amountCents: number | undefined;
    commandId: string;
  }) => Promise<{ payment: Payment; subscriptionVersion: number }>;
};

/** An event of the payment provider in billing's inbox, as admins see it; times are RFC 3339. */
export type Webhook = {
  id: string;
  type: string;
  objectId: string | null;
  receivedAt: string;
  attempts: number;
  outcome: "open" | "done" | "ignored" | "failed";
  /** The code of the reason why it was ignored. */
  reason: string | null;
  finishedAt: string | null;
  nextAttemptAt: string | null;
  lastError: string | null;
};

/** Webhook events, owned by billing. Every method @throws not-found, unavailable */
export type Webhooks = {
  find: (id: string) => Promise<Webhook>;
  /** Makes an event due again. */
  replay: (id: string) => Promise<Webhook>;
};

/** The position of a message that a group could not handle. */
export type DeadLetterOrigin = { topic: string; partition: number; offset: string; group: string };

/** Waiting dead letters of one topic in one service. */
export type DeadLetterCount = {
  service: string;
  topic: string;
  waiting: number;
  /** When the longest waiting one failed. */
  oldestAt: Date;
  /** Why the newest one failed. */
  lastReason: string;
};

/** Messages that services could not handle. The writes are safe to repeat and in any order. */
export type DeadLetters = {
  addFailure: (failure: DeadLetterOrigin & { failedAt: Date; reason: string }) => Promise<void>;
  /** `failedAt` is the time of the replay. */
  addReplay: (replay: DeadLetterOrigin & { failedAt: Date }) => Promise<void>;
  /** Those of the last 30 days that wait for a replay, by service and topic; without the pairs that have none. */
  countWaiting: () => Promise<DeadLetterCount[]>;
};

/** All ports; each use case picks the ones it needs. */
export type AdminDeps = {
  users: UserViews;
  auditLog: AuditLog;
  subscriptions: Subscriptions;
  payments: Payments;
  webhooks: Webhooks;
  deadLetters: DeadLetters;
  clock: Clock;
  /** A new unique id. */
  newId: () => string;
  /** Resolves after some milliseconds. */
  sleep: (ms: number) => Promise<void>;
};
