import { checkoutUsernameSchema, emailSchema, phoneSchema } from "@orbline/proto/http/fields";
import { planSchema } from "@orbline/proto/http/billing/plans";
import { z } from "zod";
import { consentMessages } from "#/shared/messages.ts";
import { messages } from "./messages.ts";
import { signUpMessages } from "./sign-up/messages.ts";

const consent = z.boolean().refine((agreed) => agreed, consentMessages.missing);

/** The order of one plan; `emptyText` is the error of a missing email. An account's own email needs no field. */
export function orderSchema({ needsEmail, emptyText }: { needsEmail: boolean; emptyText: string }) {
  const typed = z.string().trim().min(1, emptyText).pipe(z.email(messages.invalidEmail));
  return z.object({ email: needsEmail ? typed : z.string(), consent });
}

/** A plan and an email. As specified, toasts and not the form report a wrong email. */
export const planOrderSchema = z.object({ plan: planSchema, email: z.string().trim(), consent });

const account = {
  email: z.string().trim().pipe(z.email(signUpMessages.quickEmail)).pipe(emailSchema),
  username: z.string().trim().min(2, signUpMessages.quickUsername).pipe(checkoutUsernameSchema),
  password: z
    .string()
    .min(8, signUpMessages.quickLength)
    .max(128)
    .regex(/[A-Z]/, signUpMessages.quickCapital)
    .regex(/[0-9]/, signUpMessages.quickDigit),
  plan: planSchema,
  consent,
};

export const quickSignUpSchema = z.object(account);
export const integratedSchema = z.object({ ...account, phone: phoneSchema });
