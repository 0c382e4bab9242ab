import type { SubscriptionState } from "@orbline/proto/gen/billing/v1/SubscriptionState";
import { subscriptionState } from "@orbline/proto/states";
import type { Access } from "../domain/access.ts";

/** A user's access as other services see it. */
export const toState = (userId: string, access: Access): SubscriptionState => ({
  userId,
  status: access.status,
  accessStatus: access.accessStatus,
  tier: access.tier,
  plan: access.plan,
  entitled: access.entitled,
  ...(access.accessUntil && { accessUntilMs: access.accessUntil.getTime() }),
  ...(access.periodEnd && { periodEndMs: access.periodEnd.getTime() }),
  ...(access.graceUntil && { graceUntilMs: access.graceUntil.getTime() }),
  ...(access.nextAttemptAt && { nextAttemptMs: access.nextAttemptAt.getTime() }),
});

/** Bytes of a state message. */
export const encodeState = (userId: string, access: Access): Buffer =>
  subscriptionState.encode(toState(userId, access));
