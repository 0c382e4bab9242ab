import { z } from "zod";
import {
  affiliateCodeSchema,
  optionalEmailSchema,
  newPasswordSchema,
  optionalPhoneSchema,
  secondFactorCodeSchema,
  usernameSchema,
} from "../fields.ts";
import { planSchema } from "../billing/plans.ts";

export const loginSchema = z.strictObject({
  /** A username or an email address. The text names the minimum of the form; accounts of a checkout have two. */
  username: z
    .string({ message: "Username must be at least 3 characters." })
    .trim()
    .min(2, "Username must be at least 3 characters.")
    .max(254, "Username must be at most 254 characters."),
  password: z
    .string({ message: "Password must be at least 6 characters." })
    .min(6, "Password must be at least 6 characters.")
    .max(128, "Password must be at most 128 characters."),
  /** For an account with a second factor, which responds `second_factor_required` without it. */
  code: secondFactorCodeSchema.optional(),
});
export type Login = z.infer<typeof loginSchema>;

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
