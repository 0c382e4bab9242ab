import type { Entitlement, Entitlements } from "./ports.ts";

/** Billing's word on a user's access; no entitlement means that billing has erased the subscription. */
type ApplySubscriptionState = {
  userId: string;
  seq: number;
  entitlement: Entitlement | undefined;
};

/** Takes over billing's newest word on a user's access; older and repeated words change nothing. */
export const applySubscriptionState =
  ({ entitlements }: { entitlements: Entitlements }) =>
  ({ userId, seq, entitlement }: ApplySubscriptionState) =>
    entitlements.apply(userId, seq, entitlement);
