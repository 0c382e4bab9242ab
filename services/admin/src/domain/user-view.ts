import type { SubscriptionSummary } from "@orbline/proto/constants/subscription";

export type Subscription = SubscriptionSummary;

export const noSubscription: Subscription = { status: "none", tier: "free", plan: "" };

/** The public state of an account, as identity publishes it. */
export type AccountState = {
  username: string;
  email?: string | undefined;
  role: "user" | "admin";
};

/** A user as admins see one, built from the events of identity and billing. */
export type UserView = AccountState & {
  id: string;
  /** The state at this moment, because access may have ended by its date alone. */
  subscription: Subscription;
  /** The newest version of the subscription in this view. */
  subscriptionVersion: number;
};
