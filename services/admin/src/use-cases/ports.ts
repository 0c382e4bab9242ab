import type { AdminAction, AuditBegin, AuditedAction, AuditOutcome } from "../domain/audit.ts";
import type { Death, DeadLetter, DeadLetterState } from "../domain/dead-letter.ts";
import type { Figures, Payment, PaymentStatus } from "../domain/payment.ts";
import type { TableName } from "../domain/tables.ts";
import type { AccountState, Status, SubscriptionView, UserView } from "../domain/user-view.ts";
import type { Webhook, WebhookOutcome } from "../domain/webhook.ts";

/** The current time. */
export type Clock = { now: () => Date };

/** What a list of users asks for; `search` is a prefix of username or e-mail. */
export type UserQuery = { search?: string; status?: Status; limit: number; cursor?: string };

/** One page of a list of users; `nextCursor` is where the next one starts, `total` counts all that match. */
export type UserPage = { users: UserView[]; total: number; nextCursor: string | undefined };

/** The read model of users and their subscriptions. */
export type UserViews = {
  find: (id: string) => Promise<UserView | undefined>;
  /** The names of those of these users who are known. */
  names: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  /** One page in the order of usernames. @throws invalid for a cursor that we did not give out */
  list: (query: UserQuery) => Promise<UserPage>;
  /** Takes over a newer state of an account; undefined means that it is gone, and no older state brings it back. */
  applyAccount: (id: string, seq: number, state: AccountState | undefined) => Promise<void>;
  /** Takes over a newer state of a subscription; undefined means that it is gone. */
  applySubscription: (
    id: string,
    seq: number,
    state: SubscriptionView | undefined,
  ) => Promise<void>;
};

/** What a list of audited actions asks for; `before` is the number that the page before ended with. */
export type AuditQuery = {
  limit: number;
  before?: number;
  action?: AdminAction;
  actorId?: string;
  targetId?: string;
};

/** The audit log: a chain in which nothing is ever changed, only added. */
export type AuditLog = {
  /** Adds the beginning of an action; it is durable when its number is known. */
  begin: (action: AuditBegin) => Promise<number>;
  /** Adds the end of the action that began under this number. */
  finish: (begun: number, end: AuditOutcome & { at: Date }) => Promise<void>;
  /** One page of actions, newest first; `next` is where the next page begins. */
  list: (query: AuditQuery) => Promise<{ actions: AuditedAction[]; next: number | undefined }>;
};

/** A subscription with what the payment provider holds of it. */
export type SubscriptionDetails = {
  subscription: SubscriptionView;
  customerId?: string;
  subscriptionId?: string;
  provider?: {
    status: string;
    plan: string;
    cancelAtPeriodEnd: boolean;
    currentPeriodEnd?: Date;
    error?: string;
  };
};

/** What a cell of a table shows. */
export type Cell = string | number | boolean | null;

/** One page of a table; a row holds one cell for each column, `next` is where the next page begins. */
export type TablePage = {
  columns: string[];
  rows: Cell[][];
  total: number;
  next: string | undefined;
};

/** Tables of all services, each read by its owner. */
export type Tables = {
  /** @throws unavailable while the owner does not answer */
  page: (query: {
    table: TableName;
    limit: number;
    after: string | undefined;
  }) => Promise<TablePage>;
};

/** What a command did: the subscription as it now stands and the version of its state. */
export type CommandResult = { subscription: SubscriptionView; version: number };

/** Subscriptions, owned by billing. */
export type Subscriptions = {
  describe: (userId: string) => Promise<SubscriptionDetails>;
  activate: (command: {
    userId: string;
    days: number;
    commandId: string;
  }) => Promise<CommandResult>;
  cancel: (command: { userId: string; commandId: string }) => Promise<CommandResult>;
};

/** Part of a list that its owner pages; the cursor is the owner's. */
export type PageQuery = { limit: number; cursor?: string };

/** Payments, owned by billing. */
export type Payments = {
  list: (
    query: PageQuery & { userId?: string; status?: PaymentStatus },
  ) => Promise<{ payments: Payment[]; nextCursor: string | undefined }>;
  find: (id: string) => Promise<Payment | undefined>;
  /**
   * Gives back all that is left, or `amountCents` of it; the command id decides what is a repetition. Answers the
   * payment and the version of its user's subscription. @throws not-found, conflict, invalid, unavailable
   */
  refund: (command: {
    paymentId: string;
    amountCents: number | undefined;
    commandId: string;
  }) => Promise<{ payment: Payment; subscriptionVersion: number }>;
  /** Figures of these months, both included, e.g. "2026-11". @throws invalid for more than 60 */
  figures: (from: string, to: string) => Promise<Figures>;
};

/** Events of the payment provider in billing's inbox. */
export type Webhooks = {
  list: (
    query: PageQuery & { outcome?: WebhookOutcome },
  ) => Promise<{ webhooks: Webhook[]; nextCursor: string | undefined }>;
  find: (id: string) => Promise<Webhook | undefined>;
  /** Puts one back to work. @throws not-found, unavailable */
  replay: (id: string) => Promise<Webhook>;
};

/** Messages that consumers gave up, as this service keeps them. */
export type DeadLetters = {
  /** One page, newest first; `next` is where the next page begins. */
  list: (query: {
    limit: number;
    before?: string;
    topic?: string;
    state?: DeadLetterState;
  }) => Promise<{ letters: DeadLetter[]; next: string | undefined }>;
  /** How many are dead now, by topic; topics without any are named too. */
  countDead: () => Promise<{ topic: string; dead: number }[]>;
  find: (id: string) => Promise<DeadLetter | undefined>;
  /** Every letter about one of these aggregates. */
  findAbout: (keys: readonly string[]) => Promise<DeadLetter[]>;
  /** Takes over a death; one that was taken over before changes nothing, nor does what held an account that is gone. */
  keep: (death: Death) => Promise<void>;
  /** Marks a letter as about to be published; false when there is none. */
  markReplaying: (id: string, now: Date) => Promise<boolean>;
  /** Hands a letter to its group; resolves when the broker has it. @throws unavailable */
  publish: (id: string) => Promise<void>;
  /** Marks a letter as handed over, unless it died again meanwhile. */
  markReplayed: (id: string, now: Date) => Promise<void>;
  /** Letters marked as about to be published before this moment, which still are; a hundred at most. */
  findAbandoned: (before: Date) => Promise<string[]>;
  /** Takes away letters that died before this moment. */
  forget: (before: Date) => Promise<void>;
  /** Takes away every letter that holds a state of one aggregate. */
  erase: (key: string) => Promise<void>;
};

/** What most use cases need. */
export type AdminDeps = {
  users: UserViews;
  subscriptions: Subscriptions;
  auditLog: AuditLog;
  clock: Clock;
  newId: () => string;
  /** Resolves after so many milliseconds. */
  sleep: (ms: number) => Promise<void>;
};
