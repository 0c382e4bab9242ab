import { z } from "zod";
import {
  affiliateCodeSchema,
  optionalEmailSchema,
  newPasswordSchema,
  optionalPhoneSchema,
  planSchema,
  timeSchema,
  usernameSchema,
} from "./fields.ts";

/** POST /api/login; `username` takes the account's e-mail address too. */
export const loginSchema = z.strictObject({
  username: z
    .string({ message: "Username must be at least 3 characters." })
    .trim()
    .min(3, "Username must be at least 3 characters.")
    .max(254, "Username must be at most 254 characters."),
  password: z
    .string({ message: "Password must be at least 6 characters." })
    .min(6, "Password must be at least 6 characters.")
    .max(128, "Password must be at most 128 characters."),
});
export type Login = z.infer<typeof loginSchema>;

/** POST /api/register: an account without a checkout. An empty e-mail or phone counts as absent. */
export const registerSchema = z.strictObject({
  username: usernameSchema,
  password: newPasswordSchema,
  email: optionalEmailSchema,
  phone: optionalPhoneSchema,
  subscribe: z.boolean().optional(),
  plan: planSchema.optional(),
  source: z.string().max(64).optional(),
  affiliateCode: affiliateCodeSchema.optional(),
  termsAccepted: z.boolean().optional(),
});
export type Register = z.infer<typeof registerSchema>;

/** POST /api/logout takes nothing. */
export const logoutSchema = z.strictObject({});

/** Accounts are users, but for those made by the admin:create command. */
export const roleSchema = z.enum(["user", "admin"]);

/** What an account shows of its subscription; admins show a tier of their own. */
export const subscriptionTierSchema = z.enum([
  "free",
  "premium",
  "premium_trial",
  "premium_annual",
  "admin",
]);
export type SubscriptionTier = z.infer<typeof subscriptionTierSchema>;

/** The status of a subscription as accounts and admins see it. */
export const subscriptionStatusSchema = z.enum(["active", "canceled", "past_due", "none"]);
export type SubscriptionStatus = z.infer<typeof subscriptionStatusSchema>;

/** An account as its owner sees it: GET /api/user, and the answer to login and register. */
export const userSchema = z.object({
  id: z.string(),
  username: z.string(),
  email: z.string().nullable(),
  emailVerified: z.boolean(),
  /** False while the account is only known by a purchase with its e-mail. */
  hasPassword: z.boolean(),
  phone: z.string().nullable(),
  role: roleSchema,
  subscriptionTier: subscriptionTierSchema,
  subscriptionStatus: subscriptionStatusSchema,
  subscriptionEndDate: timeSchema.nullable(),
  createdAt: timeSchema,
});
export type User = z.infer<typeof userSchema>;
