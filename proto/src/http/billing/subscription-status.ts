import { z } from "zod";
import { plans } from "../../constants/plans.ts";
import { timeSchema } from "../time.ts";
import { subscriptionTierSchema } from "../identity/user.ts";

/** GET /api/subscription/status. Times are RFC 3339, null when they do not apply. */
export const subscriptionStatusResponseSchema = z.object({
  status: z.enum(["trialing", "active", "past_due", "canceled", "none"]),
  tier: subscriptionTierSchema,
  plan: z.string().nullable(),
  periodEnd: timeSchema.nullable(),
  accessUntil: timeSchema.nullable(),
  graceUntil: timeSchema.nullable(),
  /** When a failed charge is tried again by itself. */
  nextAttemptAt: timeSchema.nullable().optional(),
  cancelAtPeriodEnd: z.boolean(),
  /**
   * The subscription at the provider, which cancel and resume are about, also where a grant gives the access that is
   * told above; null where there is none. It is charged again at `periodEnd` unless `cancelAtPeriodEnd`.
   */
  recurring: z
    .object({ plan: z.enum(plans), periodEnd: timeSchema, cancelAtPeriodEnd: z.boolean() })
    .nullable()
    .optional(),
});
export type SubscriptionStatusResponse = z.infer<typeof subscriptionStatusResponseSchema>;
