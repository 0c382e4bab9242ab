import type { SubscriptionState__Output } from "@orbline/proto/gen/billing/v1/SubscriptionState";
import { z } from "zod";
import { statuses, type SubscriptionView } from "../domain/user-view.ts";

const stateSchema = z.object({
  status: z.enum(statuses),
  tier: z.string().min(1),
  periodEndMs: z.number().optional(),
  accessUntilMs: z.number().optional(),
});

/** Billing's state message as the read model keeps it. */
export const toSubscriptionView = (state: SubscriptionState__Output): SubscriptionView => {
  const { status, tier, periodEndMs, accessUntilMs } = stateSchema.parse(state);
  return {
    status,
    tier,
    ...(periodEndMs && { endDate: new Date(periodEndMs) }),
    ...(accessUntilMs && { accessUntil: new Date(accessUntilMs) }),
  };
};
