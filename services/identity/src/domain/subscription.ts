import type { Role } from "./user.ts";

/** What a subscription is worth. */
export const tiers = ["free", "premium", "premium_trial", "premium_annual"] as const;
/** How a subscription stands. */
export const statuses = ["active", "canceled", "past_due", "none"] as const;

/** What billing last told about a user's subscription. */
export type Subscription = {
  status: (typeof statuses)[number];
  tier: (typeof tiers)[number];
  /** The end that screens show. */
  endsAt: Date | undefined;
  /** When access ends by itself; undefined means never. */
  accessUntil: Date | undefined;
};

/** Where every account starts. */
export const noSubscription: Subscription = {
  status: "none",
  tier: "free",
  endsAt: undefined,
  accessUntil: undefined,
};

/** A subscription as an account shows it. */
export type ShownSubscription = {
  status: Subscription["status"];
  tier: Subscription["tier"] | "admin";
  endsAt: Date | undefined;
};

const hasEnded = ({ status, accessUntil }: Subscription, now: Date) =>
  status === "active" && accessUntil !== undefined && accessUntil <= now;

/** What an account shows now: access ends by its date, without an event; admins show the tier admin. */
export const shownSubscription = (
  subscription: Subscription,
  role: Role,
  now: Date,
): ShownSubscription => {
  const { status, tier, endsAt } = hasEnded(subscription, now) ? noSubscription : subscription;
  return { status, tier: role === "admin" ? "admin" : tier, endsAt };
};
