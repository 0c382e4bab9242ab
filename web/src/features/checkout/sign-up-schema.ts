import { emailSchema, phoneSchema, usernameSchema } from "@orbline/proto/http/fields";
import { planSchema } from "@orbline/proto/http/plans";
import { z } from "zod";
import { messages } from "./messages.ts";

const passwordSchema = z
  .string()
  .min(8, messages.quickLength)
  .max(128)
  .regex(/[A-Z]/, messages.quickCapital)
  .regex(/[0-9]/, messages.quickDigit);

const account = {
  email: z.string().trim().pipe(z.email(messages.quickEmail)).pipe(emailSchema),
  username: z.string().trim().min(2, messages.quickUsername).pipe(usernameSchema),
  password: passwordSchema,
  plan: planSchema,
  consent: z.boolean().refine((agreed) => agreed, messages.consentMissing),
};

/** The quick sign-up: no phone. */
export const quickSignUpSchema = z.object({ ...account, phone: z.string() });

/** The integrated checkout: every field, the phone too. */
export const integratedSchema = z.object({ ...account, phone: phoneSchema });

export type SignUpInput = z.input<typeof quickSignUpSchema>;
export type SignUpValues = z.output<typeof quickSignUpSchema>;
