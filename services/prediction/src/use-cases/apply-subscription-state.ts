import type { Entitlement, Entitlements } from "./ports.ts";

/** Takes over billing's newest word on a user's access; older and repeated words change nothing. */
export const applySubscriptionState =
  ({ entitlements }: { entitlements: Entitlements }) =>
  ({ userId, seq, entitlement }: { userId: string; seq: number; entitlement: Entitlement }) =>
    entitlements.apply(userId, seq, entitlement);
