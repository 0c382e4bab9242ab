import { z } from "zod";
import {
  affiliateCodeSchema,
  emailSchema,
  newPasswordSchema,
  optionalPhoneSchema,
  usernameSchema,
} from "../fields.ts";
import { timeSchema } from "../time.ts";

/** Secret of an emailed link, from its `token` parameter. */
const linkTokenSchema = z
  .string({ message: "This link is not complete. Please open it from the email again." })
  .regex(/^[A-Za-z0-9_-]{43}$/, "This link is not complete. Please open it from the email again.");

/** The password that a signed-in user gives again before something important changes. */
const currentPasswordSchema = z
  .string({ message: "Please enter your current password." })
  .min(1, "Please enter your current password.")
  .max(128, "Password must be at most 128 characters.");

/** Calls that take nothing. */
const nothingSchema = z.strictObject({});

/**
 * 202 of calls whose answer must tell nothing about other people, or whose work goes on after it: the waitlist,
 * a forgotten password, a mail sent again, the deletion of an account.
 */
export const acceptedResponseSchema = z.object({ accepted: z.literal(true) });
export type AcceptedResponse = z.infer<typeof acceptedResponseSchema>;

/** POST /api/waitlist answers 202, the same for everybody; a mail holds the link to /waitlist/convert. */
export const joinWaitlistSchema = z.strictObject({
  email: emailSchema,
  source: z.string().max(64).optional(),
  affiliateCode: affiliateCodeSchema.optional(),
});
export type JoinWaitlist = z.infer<typeof joinWaitlistSchema>;

/** POST /api/convert-waitlist: an account for the mailed link's address; answers 201 as POST /api/register does. */
export const convertWaitlistSchema = z.strictObject({
  token: linkTokenSchema,
  username: usernameSchema,
  password: newPasswordSchema,
  phone: optionalPhoneSchema,
  affiliateCode: affiliateCodeSchema.optional(),
  termsAccepted: z.boolean().optional(),
});
export type ConvertWaitlist = z.infer<typeof convertWaitlistSchema>;

/** POST /api/email/verify: proves by a mailed link that the address is the account's. */
export const verifyEmailSchema = z.strictObject({ token: linkTokenSchema });
export type VerifyEmail = z.infer<typeof verifyEmailSchema>;
/** Answer of POST /api/email/verify. */
export const verifyEmailResponseSchema = z.object({ email: z.string() });
export type VerifyEmailResponse = z.infer<typeof verifyEmailResponseSchema>;

/** POST /api/email/verify/resend answers 202; 409 when there is nothing to verify, 429 when too soon. */
export const resendVerificationSchema = nothingSchema;

/** POST /api/password/forgot answers 202, the same whether or not an account has this address. */
export const forgotPasswordSchema = z.strictObject({ email: emailSchema });
export type ForgotPassword = z.infer<typeof forgotPasswordSchema>;

/** POST /api/password/reset answers 204; every session of the account has ended then. */
export const resetPasswordSchema = z.strictObject({
  token: linkTokenSchema,
  password: newPasswordSchema,
});
export type ResetPassword = z.infer<typeof resetPasswordSchema>;

/**
 * POST /api/claim: a purchase that was made with an email alone, by its mailed link. Sets the account's password
 * and, where there was none before, a username if one is given. Answers as POST /api/login does; the account's
 * other sessions have ended then.
 */
export const claimSchema = resetPasswordSchema.extend({ username: usernameSchema.optional() });
export type Claim = z.infer<typeof claimSchema>;

/**
 * POST /api/checkout-login: signs the browser in that has just paid with an email alone, once and within two
 * hours; its checkout cookie proves it. Answers as POST /api/login does; 404 when there is nothing to sign in to.
 */
export const checkoutLoginSchema = z.strictObject({
  sessionId: z
    .string({ message: "No session ID found in URL" })
    .min(1, "No session ID found in URL")
    .max(255)
    .regex(/^[A-Za-z0-9_]+$/, "This is not a checkout session id."),
});
export type CheckoutLogin = z.infer<typeof checkoutLoginSchema>;

/** POST /api/password answers 204 with a new session cookie; every other session has ended then. */
export const changePasswordSchema = z.strictObject({
  currentPassword: currentPasswordSchema,
  newPassword: newPasswordSchema,
});
export type ChangePassword = z.infer<typeof changePasswordSchema>;

/** PATCH /api/user: email, phone or both; an empty phone removes it. Answers as GET /api/user does. */
export const updateUserSchema = z
  .strictObject({
    currentPassword: currentPasswordSchema,
    email: emailSchema.optional(),
    phone: optionalPhoneSchema,
  })
  .refine((change) => "email" in change || "phone" in change, {
    message: "Please enter an email address or a phone number.",
  });
export type UpdateUser = z.infer<typeof updateUserSchema>;

/** One session of GET /api/sessions; `device` is in words, such as "Firefox on Linux". */
export const sessionSchema = z.object({
  id: z.string(),
  device: z.string(),
  createdAt: timeSchema,
  lastSeenAt: timeSchema,
  current: z.boolean(),
});
/** GET /api/sessions: this one first, then those seen last. */
export const sessionsResponseSchema = z.object({ sessions: z.array(sessionSchema) });
export type SessionsResponse = z.infer<typeof sessionsResponseSchema>;

/** DELETE /api/sessions/{id} answers 204; the cookie goes too when it is this session's own. */
export const sessionIdSchema = z.strictObject({ id: z.string().regex(/^[0-9a-f]{64}$/) });

/** POST /api/sessions/revoke-others ends every session but this one. */
export const revokeOthersSchema = nothingSchema;
/** Answer of POST /api/sessions/revoke-others: how many it ended. */
export const revokeOthersResponseSchema = z.object({ revoked: z.number().int() });
export type RevokeOthersResponse = z.infer<typeof revokeOthersResponseSchema>;

/** POST /api/user/delete answers 202, ends every session and removes the cookie; the rest follows behind it. */
export const deleteUserSchema = z.strictObject({ password: currentPasswordSchema });
export type DeleteUser = z.infer<typeof deleteUserSchema>;

/** What one service holds about a user, by what it is. */
const exportedRecordsSchema = z.record(z.string(), z.unknown());

/** GET /api/user/export: everything that the services hold about the signed-in user, as a file to keep. */
export const userExportSchema = z.object({
  exportedAt: timeSchema,
  identity: exportedRecordsSchema,
  billing: exportedRecordsSchema,
  prediction: exportedRecordsSchema,
  admin: exportedRecordsSchema,
});
export type UserExport = z.infer<typeof userExportSchema>;
