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
  fetchedAt: Date;
};

/** A recurring subscription at the provider; `endedAt` is set when we end it whatever the provider says. */
export type ProviderSource = { kind: "provider" } & ProviderSnapshot & {
    /** First failed charge of the period that is being retried. */
    firstFailedAt?: Date;
    endedAt?: Date;
  };

/** A single payment that gives access for ever. */
export type LifetimeSource = {
  kind: "lifetime";
  id: string;
  customerId?: string;
  paidAt: Date;
  endedAt?: Date;
};

/** Access that an admin gave for a number of days. */
export type ManualSource = { kind: "manual"; id: `manual_${string}`; until: Date; endedAt?: Date };

/** One reason why a user has access. */
export type Source = ProviderSource | LifetimeSource | ManualSource;

/** Something we owe the provider; kept in the aggregate until it is done, so that a crash can not lose it. */
export type Duty =
  | { kind: "cancel-and-refund"; subscriptionId: string; reason: "duplicate" | "trial-used" }
  | { kind: "cancel"; subscriptionId: string; reason: "lifetime" }
  | { kind: "stop-at-period-end"; subscriptionId: string; reason: "admin" };

/** A purchase that was undone at once, so that its success page can say why. */
export type Refusal = { subscriptionId: string; reason: "duplicate" | "trial-used" };

/** Everything billing knows of one user's access. */
export type Subscription = {
  userId: string;
  customerId?: string;
  sources: Source[];
  duties: Duty[];
  refusals: Refusal[];
  trialUsedAt?: Date;
  /** Ids of commands that were carried out, newest last, so that a repeated call does nothing. */
  commands: string[];
  /** Whether access held when this state was decided; the date alone may have ended it since. */
  entitled: boolean;
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
