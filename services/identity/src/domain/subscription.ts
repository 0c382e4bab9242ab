import {
  type SubscriptionStatus,
  type SubscriptionSummary,
  subscriptionAt,
  type Tier,
} from "@orbline/proto/constants/subscription";
import type { Role } from "./user.ts";

/** A subscription as billing last published it. */
export type Subscription = SubscriptionSummary;

/** The subscription of a new account. */
export const noSubscription: Subscription = { status: "none", tier: "free", plan: "" };

/** A subscription in the form that an account shows. */
export type ShownSubscription = {
  status: SubscriptionStatus;
  tier: Tier | "admin";
  endsAt: Date | undefined;
};

/** The subscription at `now`; admins show the tier `admin`. */
export function shownSubscription(
  subscription: Subscription,
  role: Role,
  now: Date,
): ShownSubscription {
  const { status, tier, endsAt } = subscriptionAt(subscription, now);
  return { status, tier: role === "admin" ? "admin" : tier, endsAt };
}
