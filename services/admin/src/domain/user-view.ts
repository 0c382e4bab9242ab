/** Statuses of a subscription as admins see them. */
export const statuses = ["active", "canceled", "past_due", "none"] as const;
/** One of `statuses`. */
export type Status = (typeof statuses)[number];

/** What a subscription is worth; that admins show a tier of their own is the answer's business. */
export const tiers = ["free", "premium", "premium_trial", "premium_annual"] as const;
/** One of `tiers`. */
export type Tier = (typeof tiers)[number];

/** What the admin list shows of an account, built from the events of identity and billing. */
export type UserView = {
  id: string;
  username: string;
  email?: string;
  role: "user" | "admin";
  status: Status;
  tier: Tier;
  endDate?: Date;
  /** Newest version of the subscription's state that this view has seen. */
  subscriptionSeq: number;
};

/** The part of a view that identity owns. */
export type AccountState = { username: string; email?: string; role: "user" | "admin" };

/** The part of a view that billing owns; access that has ended by its date reads as none. */
export type SubscriptionView = {
  status: Status;
  tier: Tier;
  endDate?: Date;
  accessUntil?: Date;
};

/** A subscription as it stands at a moment: the date alone ends access, before billing's word of it arrives. */
export const subscriptionAt = (view: SubscriptionView, now: Date): SubscriptionView =>
  view.status === "active" && view.accessUntil && now >= view.accessUntil
    ? { status: "none", tier: "free", ...(view.endDate && { endDate: view.endDate }) }
    : view;

/** The user with billing's present word in place of what the view knew; no date of the old word survives. */
export const withSubscription = (
  { endDate: _earlier, ...account }: UserView,
  subscription: SubscriptionView,
): UserView => ({ ...account, ...subscription });
