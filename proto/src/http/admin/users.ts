import { z } from "zod";
import { activationDays } from "../../constants/subscription.ts";
import { timeSchema } from "../time.ts";
import { subscriptionStatusSchema, subscriptionTierSchema } from "../identity/user.ts";

export const adminUsersQuerySchema = z.strictObject({
  /** A part of username or email. */
  search: z.string().max(254).optional(),
  status: subscriptionStatusSchema.optional(),
  limit: z.coerce.number().int().min(1).max(200).default(100),
  cursor: z.string().max(600).optional(),
});

const adminUserSchema = z.object({
  id: z.string(),
  username: z.string(),
  email: z.string().nullable(),
  role: z.enum(["user", "admin"]),
  subscriptionStatus: subscriptionStatusSchema,
  subscriptionTier: subscriptionTierSchema,
  subscriptionEndDate: timeSchema.nullable(),
});
export type AdminUser = z.infer<typeof adminUserSchema>;
/** The total and the next cursor are headers. */
export const adminUsersResponseSchema = z.array(adminUserSchema);

export const adminUserDetailsSchema = adminUserSchema.extend({
  userId: z.string(),
  stripeCustomerId: z.string().nullable(),
  stripeSubscriptionId: z.string().nullable(),
  stripeDetails: z
    .object({
      status: z.string(),
      currentPeriodEnd: timeSchema.nullable(),
      cancelAtPeriodEnd: z.boolean(),
      plan: z.string(),
      error: z.string().optional(),
    })
    .nullable(),
});
export type AdminUserDetails = z.infer<typeof adminUserDetailsSchema>;

const reasonTooLong = "The reason may hold at most 500 characters.";

const optionalReasonSchema = z.string().trim().max(500, reasonTooLong).optional();

/** The reason for an action that moves money or repeats an effect. */
export const requiredReasonSchema = z
  .string({ message: "Please give a reason." })
  .trim()
  .min(1, "Please give a reason.")
  .max(500, reasonTooLong);

/** Idempotency key of an admin command. */
export const commandIdSchema = z
  .string()
  .regex(/^[A-Za-z0-9_-]{8,64}$/, "A command id has 8 to 64 letters, digits, dashes.");

export const activateSubscriptionSchema = z.strictObject({
  durationDays: z
    .union(
      activationDays.map((days) => z.literal(days)),
      { message: "Duration must be 1, 7, 30, 90 or 365 days." },
    )
    .default(30),
  reason: optionalReasonSchema,
  commandId: commandIdSchema.optional(),
});

export const cancelSubscriptionSchema = z.strictObject({ reason: optionalReasonSchema });

export const adminCommandResponseSchema = z.object({ user: adminUserSchema });
export type AdminCommandResponse = z.infer<typeof adminCommandResponseSchema>;
