import { convertWaitlistSchema } from "@orbline/proto/http/identity/account";
import {
  emailSchema,
  newPasswordSchema,
  phoneSchema,
  secondFactorCodeSchema,
  usernameSchema,
} from "@orbline/proto/http/fields";
import { loginSchema, registerSchema } from "@orbline/proto/http/identity/auth";
import { z } from "zod";
import { checkoutEmailMissing, consentMessages, passwordMessages } from "#/shared/messages.ts";
import { signUpPlans } from "#/shared/sign-up.ts";

const consent = z.boolean().refine((agreed) => agreed, consentMessages.missing);

function isSame({ password, confirmPassword }: { password: string; confirmPassword: string }) {
  return password === confirmPassword;
}
const mismatch = {
  path: ["confirmPassword"],
  message: passwordMessages.mismatch,
  // Checked beside the other fields, not only after they are valid.
  when: () => true,
};

const noCode = z.literal("").transform(() => undefined);

export const loginFormSchema = loginSchema.extend({ code: z.string().max(0) });
export const loginWithCodeSchema = loginSchema.extend({ code: secondFactorCodeSchema });

export const registerFormSchema = registerSchema
  .pick({ username: true, password: true, email: true })
  .extend({
    phone: phoneSchema,
    plan: z.enum(signUpPlans),
    confirmPassword: newPasswordSchema,
    consent,
  })
  .refine(isSame, mismatch)
  .refine(({ plan, email }) => plan !== "trial" || Boolean(email), {
    path: ["email"],
    // Without an email no checkout opens, and so no trial.
    message: checkoutEmailMissing,
    when: () => true,
  });

/** A new password, with a username for an account that has none yet, or a code for one with a second factor. */
export const setPasswordSchema = z
  .object({
    username: z.union([z.literal("").transform(() => undefined), usernameSchema]).optional(),
    password: newPasswordSchema,
    confirmPassword: z.string(),
    code: z.union([noCode, secondFactorCodeSchema]),
  })
  .refine(isSame, mismatch);

export const emailFormSchema = z.object({ email: emailSchema });

export const convertFormSchema = convertWaitlistSchema
  .pick({ username: true, password: true, phone: true })
  .extend({ confirmPassword: z.string(), consent })
  .refine(isSame, mismatch);
