import type { AuditEntry, AuditOutcome } from "../domain/audit.ts";
import type { AccountState, Status, SubscriptionView, UserView } from "../domain/user-view.ts";

/** The current time. */
export type Clock = { now: () => Date };

/** What a list of users asks for; `search` is a prefix of username or e-mail. */
export type UserQuery = { search?: string; status?: Status; limit: number; cursor?: string };

/** One page of a list of users; `nextCursor` is where the next one starts, `total` counts all that match. */
export type UserPage = { users: UserView[]; total: number; nextCursor: string | undefined };

/** The read model of users and their subscriptions. */
export type UserViews = {
  find: (id: string) => Promise<UserView | undefined>;
  /** One page in the order of usernames. @throws invalid for a cursor that we did not give out */
  list: (query: UserQuery) => Promise<UserPage>;
  /** Takes over a newer state of an account; undefined means that it is gone. */
  applyAccount: (id: string, seq: number, state: AccountState | undefined) => Promise<void>;
  /** Takes over a newer state of a subscription; undefined means that it is gone. */
  applySubscription: (
    id: string,
    seq: number,
    state: SubscriptionView | undefined,
  ) => Promise<void>;
};

/** The audit log: an entry is durable before its action begins. */
export type AuditLog = {
  begin: (entry: AuditEntry) => Promise<void>;
  finish: (id: string, outcome: AuditOutcome) => Promise<void>;
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
