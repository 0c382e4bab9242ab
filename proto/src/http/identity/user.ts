import { z } from "zod";
import { subscriptionStatuses, tiers } from "../../constants/subscription.ts";
import { timeSchema } from "../time.ts";

/** Only the admin:create command makes admins. */
export const roleSchema = z.enum(["user", "admin"]);

/** Admins show a tier of their own. */
export const subscriptionTierSchema = z.enum([...tiers, "admin"]);

export const subscriptionStatusSchema = z.enum(subscriptionStatuses);
export type SubscriptionStatus = z.infer<typeof subscriptionStatusSchema>;

/** An account as its owner sees it. */
export const userSchema = z.object({
  id: z.string(),
  username: z.string(),
  email: z.string().nullable(),
  emailVerified: z.boolean(),
  /** Replaces `email` once the link that was emailed to it is followed. Absent without one, and in checkouts. */
  newEmail: z.string().optional(),
  /** False until the owner of an account that a guest checkout opened sets a password. */
  hasPassword: z.boolean(),
  phone: z.string().nullable(),
  role: roleSchema,
  subscriptionTier: subscriptionTierSchema,
  subscriptionStatus: subscriptionStatusSchema,
  subscriptionEndDate: timeSchema.nullable(),
  createdAt: timeSchema,
});
export type User = z.infer<typeof userSchema>;
