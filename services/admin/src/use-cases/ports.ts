import type { Clock } from "@orbline/kit/clock";
import type { SubscriptionStatus } from "@orbline/proto/constants/subscription";
import type { AdminAction, AuditBegin, AuditedAction, AuditOutcome } from "../domain/audit.ts";
import type { TableName } from "../domain/table-owners.ts";
import type { AccountState, Subscription, UserView } from "../domain/user-view.ts";

/** `search` is a prefix of username or email. */
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
  /** The usernames of these users by id. Unknown users are missing. */
  names: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  /** One page in the order of usernames. @throws invalid for an unknown cursor */
  list: (query: UserQuery) => Promise<UserPage>;
  /**
   * Stores a newer state of an account; undefined erases it, and no older state brings it back.
   * Safe to repeat and in any order.
   */
  applyAccount: (id: string, seq: number, state: AccountState | undefined) => Promise<void>;
  /** Stores a newer state of a subscription; undefined erases it. Safe to repeat and in any order. */
  applySubscription: (id: string, seq: number, state: Subscription | undefined) => Promise<void>;
};

/** `before` is the number of the last action of the previous page. */
export type AuditQuery = {
  limit: number;
  before?: number | undefined;
  action?: AdminAction | undefined;
  actorId?: string | undefined;
  targetId?: string | undefined;
};

/** The audit log: a hash chain that only grows. */
export type AuditLog = {
  /** Adds the beginning of an action. Returns its number once it is durable. */
  begin: (action: AuditBegin) => Promise<number>;
  /** Adds the end of the action with this number. */
  finish: (number: number, end: AuditOutcome & { at: Date }) => Promise<void>;
  /** One page of actions, newest first; `next` is the `before` of the next page. */
  list: (query: AuditQuery) => Promise<{ actions: AuditedAction[]; next: number | undefined }>;
};

/** A subscription with its state at the payment provider. */
export type SubscriptionDetails = {
  subscription: Subscription;
  customerId?: string | undefined;
  subscriptionId?: string | undefined;
  provider?:
    | {
        status: string;
        plan: string;
        cancelAtPeriodEnd: boolean;
        currentPeriodEnd?: Date | undefined;
        error?: string | undefined;
      }
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

/** A page of a list whose owning service makes the cursors. */
export type PageQuery = { limit: number; cursor?: string | undefined };

export type PaymentStatus = "succeeded" | "failed" | "refunded" | "disputed";

export type Payment = {
  id: string;
  /** Empty when the account is deleted. */
  userId: string;
  plan: string;
  status: PaymentStatus;
  amountCents: number;
  refundedCents: number;
  currency: string;
  createdAt: Date;
  paidAt?: Date | undefined;
  failedAttempts: number;
  affiliateCode?: string | undefined;
};

/** A sum over some payments, in cents. */
export type PaymentSum = { payments: number; grossCents: number; refundedCents: number };

/** Revenue of some months, their trials, and the users who have access now. */
export type Figures = {
  currency: string;
  months: (PaymentSum & { month: string; trialsStarted: number })[];
  plans: (PaymentSum & { plan: string })[];
  active: { plan: string; users: number }[];
  trialsStarted: number;
  trialsConverted: number;
  affiliateConversions: number;
  affiliateCents: number;
};

/** Payments, owned by billing. Every method @throws unavailable */
export type Payments = {
  list: (
    query: PageQuery & { userId?: string | undefined; status?: PaymentStatus | undefined },
  ) => Promise<{ payments: Payment[]; nextCursor: string | undefined }>;
  find: (id: string) => Promise<Payment | undefined>;
  /**
   * Refunds `amountCents`, or all that is left. A repeated `commandId` refunds nothing more. Returns the payment and
   * the version of its user's subscription. @throws not-found, conflict, invalid
   */
  refund: (command: {
    paymentId: string;
    amountCents: number | undefined;
    commandId: string;
  }) => Promise<{ payment: Payment; subscriptionVersion: number }>;
  /** Figures of these months, both included, e.g. "2026-11". @throws invalid for more than 60 */
  figures: (from: string, to: string) => Promise<Figures>;
};

export type WebhookOutcome = "open" | "done" | "ignored" | "failed";

/** An event of the payment provider in billing's inbox. */
export type Webhook = {
  id: string;
  type: string;
  objectId?: string | undefined;
  receivedAt: Date;
  attempts: number;
  outcome: WebhookOutcome;
  /** Why it was ignored, as a code. */
  reason?: string | undefined;
  finishedAt?: Date | undefined;
  nextAttemptAt?: Date | undefined;
  lastError?: string | undefined;
};

/** Webhook events, owned by billing. Every method @throws unavailable */
export type Webhooks = {
  list: (
    query: PageQuery & { id?: string | undefined; outcome?: WebhookOutcome | undefined },
  ) => Promise<{ webhooks: Webhook[]; nextCursor: string | undefined }>;
  find: (id: string) => Promise<Webhook | undefined>;
  /** Makes an event due again. @throws not-found */
  replay: (id: string) => Promise<Webhook>;
};

export type Cell = string | number | boolean | null;

/** A row has one cell per column; `next` is the `after` of the next page. */
export type TablePage = {
  columns: string[];
  rows: Cell[][];
  total: number;
  next: string | undefined;
};

/** Tables of the owning services. */
export type Tables = {
  /** @throws unavailable */
  page: (query: {
    table: TableName;
    limit: number;
    after: string | undefined;
  }) => Promise<TablePage>;
};

/** All ports; each use case picks the ones it needs. */
export type AdminDeps = {
  users: UserViews;
  auditLog: AuditLog;
  subscriptions: Subscriptions;
  payments: Payments;
  webhooks: Webhooks;
  tables: Tables;
  clock: Clock;
  /** A new unique id. */
  newId: () => string;
  /** Resolves after some milliseconds. */
  sleep: (ms: number) => Promise<void>;
};
