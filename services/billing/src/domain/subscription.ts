import type { Notice } from "./notices.ts";
import type { Plan } from "./plans.ts";

/** Statuses of a subscription at the payment provider. */
export type ProviderStatus =
  | "incomplete"
  | "incomplete_expired"
  | "trialing"
  | "active"
  | "past_due"
  | "unpaid"
  | "paused"
  | "canceled";

/** What the provider held of one subscription when it was asked at `fetchedAt`. */
export type ProviderSnapshot = {
  id: string;
  customerId: string;
  status: ProviderStatus;
  plan: Exclude<Plan, "lifetime">;
  createdAt: Date;
  periodStart: Date;
  periodEnd: Date;
  cancelAtPeriodEnd: boolean;
  /** First attempt to charge the newest bill, while that is unpaid. */
  failedAt?: Date;
  /** When a failed charge is tried again by itself. */
  nextAttemptAt?: Date;
  fetchedAt: Date;
};

/** What became of a payment for a source that was once given back or disputed, as known at `fetchedAt`. */
export type Reversal = {
  paymentId: string;
  state: "refunded" | "disputed" | "kept";
  fetchedAt: Date;
};

/** A recurring subscription at the provider; `endedAt` is set when we end it whatever the provider says. */
export type ProviderSource = { kind: "provider" } & ProviderSnapshot & {
    /** First failed charge of the period that is being retried. */
    firstFailedAt?: Date;
    endedAt?: Date;
    reversals?: Reversal[];
  };

/** A single payment that gives access for ever. */
export type LifetimeSource = {
  kind: "lifetime";
  id: string;
  customerId?: string;
  paidAt: Date;
  endedAt?: Date;
  reversals?: Reversal[];
};

/** Access that an admin gave for a number of days. */
export type ManualSource = { kind: "manual"; id: `manual_${string}`; until: Date; endedAt?: Date };

/** One reason why a user has access. */
export type Source = ProviderSource | LifetimeSource | ManualSource;

/** A purchase that is undone at once, with what is owed for it. */
export type RefusalDuty =
  | {
      kind: "cancel-and-refund";
      objectId: string;
      reason: "duplicate" | "trial-used" | "unclaimed" | "erased";
    }
  | { kind: "refund"; objectId: string; reason: "duplicate" | "unclaimed" | "erased" };

/**
 * Something we owe the provider or, by mail, the user; kept in the aggregate until it is done, so that a crash can
 * not lose it. `objectId` is the provider's id of a payment for `refund`, of a customer for `erase-customer`, a mail's
 * own id, else of a subscription.
 */
export type Duty =
  | RefusalDuty
  | { kind: "cancel"; objectId: string; reason: "lifetime" | "refunded" | "erased" }
  | { kind: "stop-at-period-end"; objectId: string; reason: "admin" | "disputed" }
  | { kind: "erase-customer"; objectId: string; reason: "erased" }
  | { kind: "mail"; objectId: string; notice: Notice };

/** A subscription or payment that was undone at once, so that its success page can say why. */
export type Refusal = Pick<RefusalDuty, "objectId" | "reason">;

/** Everything billing knows of one user's access. */
export type Subscription = {
  userId: string;
  customerId?: string;
  /** Who the user was at the provider besides, each with a name and an address there. */
  otherCustomerIds?: string[];
  sources: Source[];
  duties: Duty[];
  refusals: Refusal[];
  trialUsedAt?: Date;
  /** The first payment that succeeded; an affiliate's conversion is counted on it. */
  firstPaymentId?: string;
  /** When the first payment after a trial came. */
  trialConvertedAt?: Date;
  /** Set when the account is gone: what is left here goes once nothing is owed any more. */
  erasedAt?: Date;
  /** Ids of commands that were carried out, newest last, so that a repeated call does nothing. */
  commands: string[];
  /** Whether access held when this state was decided; the date alone may have ended it since. */
  entitled: boolean;
  /** When the access of this state ends by its date; absent without access or without an end. */
  lapsesAt?: Date;
};

/** A user who has not bought anything. */
export const noSubscription = (userId: string): Subscription => ({
  userId,
  sources: [],
  duties: [],
  refusals: [],
  commands: [],
  entitled: false,
});

/** Whether a source gives nothing any more, whatever the provider says: we ended it, or its payment went back. */
export const isEnded = (source: Source): boolean =>
  !!source.endedAt ||
  (source.kind !== "manual" && !!source.reversals?.some(({ state }) => state !== "kept"));
