import type { Subscription } from "../domain/subscription.ts";
import type { UserId } from "../domain/user.ts";
import type { Users } from "./ports.ts";

/** Billing's word on a user's subscription, with its sequence number. */
export type ApplySubscriptionState = { userId: UserId; subscription: Subscription; seq: number };

/** Keeps what billing tells about a user. Safe to repeat and in any order: the newest sequence number stays. */
export const applySubscriptionState =
  ({ users }: { users: Users }) =>
  ({ userId, subscription, seq }: ApplySubscriptionState): Promise<boolean> =>
    users.projectSubscription(userId, subscription, seq);
