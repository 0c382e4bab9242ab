import type { SubscriptionView } from "../domain/user-view.ts";
import type { UserViews } from "./ports.ts";

/** Billing's word on a user's subscription; no state means that it is gone. */
export type ApplySubscriptionState = {
  userId: string;
  seq: number;
  subscription: SubscriptionView | undefined;
};

/** Takes over what billing tells of a subscription. Safe to repeat and in any order: the newest word stays. */
export const applySubscriptionState =
  ({ users }: { users: UserViews }) =>
  ({ userId, seq, subscription }: ApplySubscriptionState): Promise<void> =>
    users.applySubscription(userId, seq, subscription);
