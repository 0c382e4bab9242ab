import { z } from "zod";
import { currentPasswordSchema, secondFactorCodeSchema } from "../fields.ts";
import { timeSchema } from "../time.ts";
import { passkeySchema } from "./passkeys.ts";

const wrongDigits = "Please enter the six digits that the app shows.";
/** Six digits from an authenticator app; spaces do not count. */
const appCodeSchema = z
  .string({ message: wrongDigits })
  .max(32, wrongDigits)
  .overwrite((code) => code.replaceAll(/\s/g, ""))
  .regex(/^\d{6}$/, wrongDigits);

/** The signed-in user's second factor, null without an authenticator app, and passkeys, the oldest first. */
export const secondFactorResponseSchema = z.object({
  secondFactor: z
    .object({ enabledAt: timeSchema, recoveryCodesLeft: z.number().int().min(0) })
    .nullable(),
  passkeys: z.array(passkeySchema),
});
export type SecondFactorResponse = z.infer<typeof secondFactorResponseSchema>;

/** The code is required for a user with a second factor. */
export const proofSchema = z.strictObject({
  password: currentPasswordSchema,
  code: secondFactorCodeSchema.optional(),
});
export type Proof = z.infer<typeof proofSchema>;

export const beginEnrollmentSchema = z.strictObject({ password: currentPasswordSchema });

export const enrollmentResponseSchema = z.object({
  /** For typing it into the app, in base32. */
  secret: z.string(),
  /** For a QR code: otpauth://totp/… */
  uri: z.string(),
  /** Comes back with the first code, within 15 minutes. */
  enrollment: z.string(),
});
export type EnrollmentResponse = z.infer<typeof enrollmentResponseSchema>;

export const enableSecondFactorSchema = z.strictObject({
  enrollment: z
    .string()
    .max(400)
    .regex(/^[A-Za-z0-9_-]+$/, "This enrollment is not complete."),
  code: appCodeSchema,
});

/** Each works once instead of a code from the app. They are never shown again. */
export const recoveryCodesResponseSchema = z.object({ recoveryCodes: z.array(z.string()) });
export type RecoveryCodesResponse = z.infer<typeof recoveryCodesResponseSchema>;

/** The code may be a recovery code. */
export const removeSecondFactorSchema = z.strictObject({
  password: currentPasswordSchema,
  code: secondFactorCodeSchema,
});
