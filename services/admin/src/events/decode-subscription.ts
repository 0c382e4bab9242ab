import type { SubscriptionState__Output } from "@orbline/proto/gen/billing/v1/SubscriptionState";
import { z } from "zod";
import { statuses, tiers, type SubscriptionView } from "../domain/user-view.ts";

const stateSchema = z.object({
  status: z.enum(statuses),
  tier: z.enum(tiers),
  periodEndMs: z.number().optional(),
  accessUntilMs: z.number().optional(),
});

/** Billing's state message as this service keeps it, from an event or an answer. @throws when it is none */
export const decodeSubscription = (state: SubscriptionState__Output | null): SubscriptionView => {
  const { status, tier, periodEndMs, accessUntilMs } = stateSchema.parse(state);
  return {
    status,
    tier,
    ...(periodEndMs && { endDate: new Date(periodEndMs) }),
    ...(accessUntilMs && { accessUntil: new Date(accessUntilMs) }),
  };
};
