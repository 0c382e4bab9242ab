import { z } from "zod";
import {
  affiliateCodeSchema,
  optionalEmailSchema,
  newPasswordSchema,
  optionalPhoneSchema,
  usernameSchema,
} from "../fields.ts";
import { planSchema } from "../billing/plans.ts";

/** POST /api/login; `username` takes the account's email address too. */
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

/** POST /api/register: an account without a checkout. An empty email or phone counts as absent. */
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
