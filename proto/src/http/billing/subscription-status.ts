import { z } from "zod";
import { plans } from "../../constants/plans.ts";
import { timeSchema } from "../time.ts";
import { subscriptionTierSchema } from "../identity/user.ts";

/** The server sends every field. A client counts an absent tier as `inactive`. */
export const subscriptionStatusResponseSchema = z.object({
  status: z.enum(["trialing", "active", "past_due", "canceled", "none"]),
  tier: z.enum([...subscriptionTierSchema.options, "inactive"]).default("inactive"),
  plan: z.string().nullable().default(null),
  periodEnd: timeSchema.nullable().default(null),
  accessUntil: timeSchema.nullable().default(null),
  graceUntil: timeSchema.nullable().default(null),
  /** The next automatic attempt after a failed charge. */
  nextAttemptAt: timeSchema.nullable().optional(),
  cancelAtPeriodEnd: z.boolean().default(false),
  /** False while the account can still have its free trial. */
  trialUsed: z.boolean().default(true),
  /**
   * The subscription at the provider, which cancel and resume change, even while a manual grant gives the access. It
   * is charged again at `periodEnd` unless `cancelAtPeriodEnd`. While its newest invoice `isUnpaid`, it ends at once when
   * it is canceled.
   */
  recurring: z
    .object({
      plan: z.enum(plans),
      periodEnd: timeSchema,
      cancelAtPeriodEnd: z.boolean(),
      isUnpaid: z.boolean().optional(),
    })
    .nullable()
    .optional(),
});
export type SubscriptionStatusResponse = z.infer<typeof subscriptionStatusResponseSchema>;
