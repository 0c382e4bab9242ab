import { emailSchema, phoneSchema, usernameSchema } from "@orbline/proto/http/fields";
import { planSchema } from "@orbline/proto/http/plans";
import { z } from "zod";
import { checkoutTexts as texts } from "#/texts/checkout.ts";

const passwordSchema = z
  .string()
  .min(8, texts.quickLength)
  .max(128)
  .regex(/[A-Z]/, texts.quickCapital)
  .regex(/[0-9]/, texts.quickDigit);

const account = {
  email: z.string().trim().pipe(z.email(texts.quickEmail)).pipe(emailSchema),
  username: z.string().trim().min(2, texts.quickUsername).pipe(usernameSchema),
  password: passwordSchema,
  plan: planSchema,
  consent: z.boolean().refine((agreed) => agreed, texts.consentMissing),
};

/** The quick sign-up: no phone. */
export const quickSignUpSchema = z.object({ ...account, phone: z.string() });

/** The integrated checkout: every field, the phone too. */
export const integratedSchema = z.object({ ...account, phone: phoneSchema });

export type SignUpInput = z.input<typeof quickSignUpSchema>;
export type SignUpValues = z.output<typeof quickSignUpSchema>;
