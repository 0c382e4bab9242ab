/** Subscription statuses that accounts and admins see. */
export const subscriptionStatuses = ["active", "canceled", "past_due", "none"] as const;
export type SubscriptionStatus = (typeof subscriptionStatuses)[number];

/** Tiers that billing assigns. Accounts of admins show the tier `admin` instead. */
export const tiers = ["free", "premium", "premium_trial", "premium_annual"] as const;
export type Tier = (typeof tiers)[number];

/** Durations, in days, for which an admin can grant access. */
export const activationDays = [1, 7, 30, 90, 365] as const;

export type SubscriptionSummary = {
  status: SubscriptionStatus;
  tier: Tier;
  /** Plan behind the access; `manual` when an admin granted it, empty for none. */
  plan: string;
  /** End date that screens show. */
  endsAt?: Date | undefined;
  /** When access ends without a further event; undefined means never. */
  accessUntil?: Date | undefined;
};

/**
 * Returns the subscription as it is at `now`. Access ends by its date alone, before billing's next event arrives;
 * the result equals the state that billing publishes afterwards.
 */
export function subscriptionAt<Summary extends SubscriptionSummary>(
  subscription: Summary,
  now: Date,
): Summary {
  const { status, plan, endsAt, accessUntil } = subscription;
  if (accessUntil === undefined || now < accessUntil) return subscription;
  if (status !== "active" && status !== "past_due") return subscription;
  const isManual = plan === "manual";
  return {
    ...subscription,
    status: isManual ? "none" : status === "active" ? "canceled" : "past_due",
    tier: "free",
    plan: "",
    endsAt: isManual ? undefined : endsAt,
    accessUntil: undefined,
  };
}
