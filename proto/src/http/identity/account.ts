import { z } from "zod";
import {
  affiliateCodeSchema,
  checkoutSessionIdSchema,
  currentPasswordSchema,
  emailSchema,
  newPasswordSchema,
  optionalPhoneSchema,
  secondFactorCodeSchema,
  usernameSchema,
} from "../fields.ts";
import { timeSchema } from "../time.ts";

const incompleteLink = "This link is broken. Open it from the email again.";
/** Secret of an emailed link, from its `token` parameter. */
const linkTokenSchema = z
  .string({ message: incompleteLink })
  .regex(/^[A-Za-z0-9_-]{43}$/, incompleteLink);

/** The same response for every address. It reveals no account, and may be sent before the work is done. */
export const acceptedResponseSchema = z.object({ accepted: z.literal(true) });
export type AcceptedResponse = z.infer<typeof acceptedResponseSchema>;

export const joinWaitlistSchema = z.strictObject({
  email: emailSchema,
  source: z.string().max(64).optional(),
  affiliateCode: affiliateCodeSchema.optional(),
});

export const convertWaitlistSchema = z.strictObject({
  token: linkTokenSchema,
  username: usernameSchema,
  password: newPasswordSchema,
  phone: optionalPhoneSchema,
  affiliateCode: affiliateCodeSchema.optional(),
  termsAccepted: z.boolean().optional(),
});

export const verifyEmailSchema = z.strictObject({ token: linkTokenSchema });
export type VerifyEmail = z.infer<typeof verifyEmailSchema>;
export const verifyEmailResponseSchema = z.object({ email: z.string() });

export const forgotPasswordSchema = z.strictObject({ email: emailSchema });
export type ForgotPassword = z.infer<typeof forgotPasswordSchema>;

export const resetPasswordSchema = z.strictObject({
  token: linkTokenSchema,
  password: newPasswordSchema,
});

/** The username counts only for an account without a password, the code for one with a second factor. */
export const claimSchema = resetPasswordSchema.extend({
  username: usernameSchema.optional(),
  code: secondFactorCodeSchema.optional(),
});
export type Claim = z.infer<typeof claimSchema>;

/** Works once, within two hours after the payment, for the browser with the checkout cookie; else 404. */
export const checkoutLoginSchema = z.strictObject({ sessionId: checkoutSessionIdSchema });

export const changePasswordSchema = z.strictObject({
  currentPassword: currentPasswordSchema,
  newPassword: newPasswordSchema,
});

/** Email, phone or both; an empty phone removes it. */
export const updateUserSchema = z
  .strictObject({
    currentPassword: currentPasswordSchema,
    email: emailSchema.optional(),
    phone: optionalPhoneSchema,
    endOtherSessions: z.boolean().optional(),
  })
  .refine((change) => "email" in change || "phone" in change, {
    message: "Please enter an email address or a phone number.",
  })
  .meta({
    anyOf: [{ required: ["email"] }, { required: ["phone"] }],
    description:
      "The password with an email address, a phone number or both. A new address replaces the old one when the link that " +
      "is emailed to it is followed.",
  });

const sessionSchema = z.object({
  id: z.string(),
  /** Browser and operating system, such as "Firefox on Linux". */
  device: z.string(),
  createdAt: timeSchema,
  lastSeenAt: timeSchema,
  current: z.boolean(),
});
/** The caller's own session first, then the most recently used ones. */
export const sessionsResponseSchema = z.object({ sessions: z.array(sessionSchema) });
export type SessionsResponse = z.infer<typeof sessionsResponseSchema>;

export const sessionIdSchema = z.strictObject({ id: z.string().regex(/^[0-9a-f]{64}$/) });

export const revokeOthersResponseSchema = z.object({ revoked: z.number().int() });
export type RevokeOthersResponse = z.infer<typeof revokeOthersResponseSchema>;

export const deleteUserSchema = z.strictObject({ password: currentPasswordSchema });

/** Lists and records of one service about a user, by name. */
const exportedRecordsSchema = z.record(z.string(), z.unknown());

export const userExportSchema = z.object({
  exportedAt: timeSchema,
  identity: exportedRecordsSchema,
  billing: exportedRecordsSchema,
  prediction: exportedRecordsSchema,
  admin: exportedRecordsSchema,
});
export type UserExport = z.infer<typeof userExportSchema>;
