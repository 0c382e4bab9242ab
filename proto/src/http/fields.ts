import { z } from "zod";
import { passwordRules } from "./identity/password-rules.ts";

/** The upper bound keeps hashing cheap. */
export const newPasswordSchema = z
  .string({ message: "Password must be at least 8 characters." })
  .max(128, "Password must be at most 128 characters.")
  .superRefine((password, context) => {
    for (const rule of passwordRules)
      if (!rule.test(password)) context.addIssue({ code: "custom", message: rule.message });
  })
  .meta({
    minLength: 8,
    pattern: "[A-Z].*[0-9]|[0-9].*[A-Z]",
    description: "At least 8 characters, with a capital letter and a digit; no common password.",
  });

/** Entered again before an important change. */
export const currentPasswordSchema = z
  .string({ message: "Please enter your current password." })
  .min(1, "Please enter your current password.")
  .max(128, "Password must be at most 128 characters.");

const wrongCode = "Please enter the code from your app, or a recovery code.";
/** A code of six digits from an authenticator app, or a recovery code such as `k3m9x-pa7td`; spaces do not count. */
export const secondFactorCodeSchema = z
  .string({ message: wrongCode })
  .max(32, wrongCode)
  .overwrite((code) => code.replaceAll(/\s/g, "").toLowerCase())
  .regex(/^(?:\d{6}|[a-z2-9]{5}-?[a-z2-9]{5})$/, wrongCode);

export const usernameSchema = usernameOf(3, "Username must be at least 3 characters.");

/** The username of an account that a checkout opens. The quick sign-up takes two characters. */
export const checkoutUsernameSchema = usernameOf(2, "Username must be at least 2 characters");

/** A valid email address, at most 254 characters, lower-cased. */
export const emailSchema = z
  .string({ message: "Please enter a valid email address." })
  .trim()
  .toLowerCase()
  .refine((text) => text.length <= 254 && z.email().safeParse(text).success, {
    message: "Please enter a valid email address.",
  })
  .meta({ format: "email", maxLength: 254 });

const absent = z.literal("").transform(() => undefined);

/** An optional email address; an empty one counts as absent. */
export const optionalEmailSchema = z
  .union([absent, emailSchema], { message: "Please enter a valid email address." })
  .optional();

/** A phone number of at least 7 characters; the placeholder 000-000-0000 counts as absent on the server. */
export const phoneSchema = z
  .string({ message: "Please enter a valid phone number." })
  .trim()
  .min(7, "Please enter a valid phone number.")
  .max(32, "Please enter a valid phone number.");

/** An optional phone number; an empty one counts as absent. */
export const optionalPhoneSchema = z
  .union([absent, phoneSchema], { message: "Please enter a valid phone number." })
  .optional();

export const affiliateCodeSchema = z
  .string()
  .trim()
  .max(64, "Affiliate code must be at most 64 characters.")
  .regex(
    /^[A-Za-z0-9_.-]+$/,
    "Affiliate codes have only letters, numbers, dots, dashes and underscores.",
  );

/** Body of calls without parameters. */
export const emptySchema = z.strictObject({});

/** Id of the provider's checkout session, from the address of the success page. */
export const checkoutSessionIdSchema = z
  .string({ message: "No session ID found in URL" })
  .min(1, "No session ID found in URL")
  .max(255)
  .regex(/^[A-Za-z0-9_]+$/, "This is not a checkout session id.");

/** Query of a list in pages, newest first. */
export const pageQueryFields = {
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.string().max(400).optional(),
};

function usernameOf(min: number, tooShort: string) {
  return z
    .string({ message: tooShort })
    .trim()
    .min(min, tooShort)
    .max(32, "Username must be at most 32 characters.")
    .regex(/^[A-Za-z0-9_.-]+$/, "Use only letters, numbers, dots, dashes and underscores.");
}
