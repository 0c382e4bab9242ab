import { z } from "zod";
import { subscriptionStatuses, tiers } from "../../constants/subscription.ts";
import { timeSchema } from "../time.ts";

/** Accounts are users, but for those made by the admin:create command. */
export const roleSchema = z.enum(["user", "admin"]);

/** What an account shows of its subscription; admins show a tier of their own. */
export const subscriptionTierSchema = z.enum([...tiers, "admin"]);
export type SubscriptionTier = z.infer<typeof subscriptionTierSchema>;

/** The status of a subscription as accounts and admins see it. */
export const subscriptionStatusSchema = z.enum(subscriptionStatuses);
export type SubscriptionStatus = z.infer<typeof subscriptionStatusSchema>;

/** An account as its user sees it: GET /api/user, and the response of login and register. */
export const userSchema = z.object({
  id: z.string(),
  username: z.string(),
  email: z.string().nullable(),
  emailVerified: z.boolean(),
  /** False while the account is only known by a purchase with its email. */
  hasPassword: z.boolean(),
  phone: z.string().nullable(),
  role: roleSchema,
  subscriptionTier: subscriptionTierSchema,
  subscriptionStatus: subscriptionStatusSchema,
  subscriptionEndDate: timeSchema.nullable(),
  createdAt: timeSchema,
});
export type User = z.infer<typeof userSchema>;
