import { z } from "zod";
import { oddsFormats } from "../../constants/display.ts";
import { subscriptionStatuses, tiers } from "../../constants/subscription.ts";
import { timeSchema } from "../time.ts";

/** Only the admin:create command makes admins. */
export const roleSchema = z.enum(["user", "admin"]);

/** Admins show a tier of their own. */
export const subscriptionTierSchema = z.enum([...tiers, "admin"]);

export const subscriptionStatusSchema = z.enum(subscriptionStatuses);
export type SubscriptionStatus = z.infer<typeof subscriptionStatusSchema>;

/** How an account's owner wants odds and times shown. */
export const preferencesSchema = z.strictObject({
  oddsFormat: z.enum(oddsFormats),
  /** An IANA name, e.g. `America/New_York`; null for the time zone of the browser. */
  timeZone: z
    .string()
    .regex(/^[A-Za-z0-9_+/-]{1,64}$/)
    .nullable(),
});
export type Preferences = z.infer<typeof preferencesSchema>;

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
  /** Absent until the owner sets them, and in checkouts. */
  preferences: preferencesSchema.optional(),
  role: roleSchema,
  subscriptionTier: subscriptionTierSchema,
  subscriptionStatus: subscriptionStatusSchema,
  subscriptionEndDate: timeSchema.nullable(),
  createdAt: timeSchema,
});
export type User = z.infer<typeof userSchema>;
