import { newPasswordSchema, phoneSchema } from "@orbline/proto/http/fields";
import { registerSchema, type Register } from "@orbline/proto/http/identity";
import { z } from "zod";
import { messages } from "./messages.ts";
import { passwordMessages } from "#/texts/password.ts";

/** Plans the sign-up screen offers. */
export const signUpPlans = ["trial", "lifetime"] as const;
export type SignUpPlan = (typeof signUpPlans)[number];

/** The contract's registration with the fields only the form has. */
export const registerFormSchema = registerSchema
  .pick({ username: true, password: true, email: true })
  .extend({
    phone: phoneSchema,
    plan: z.enum(signUpPlans),
    confirmPassword: newPasswordSchema,
    consent: z.literal(true, { message: messages.consentMissing }),
  })
  .refine(({ password, confirmPassword }) => password === confirmPassword, {
    path: ["confirmPassword"],
    message: passwordMessages.mismatch,
    // Shown beside the other fields' errors, not only after they are gone.
    when: () => true,
  });

export type RegisterFormInput = z.input<typeof registerFormSchema>;
export type RegisterForm = z.output<typeof registerFormSchema>;

const absentPhone = "000-000-0000";

/** What is sent for a filled form; the repeated password stays here. */
export const toRegistration = (
  form: RegisterForm,
  affiliateCode: string | undefined,
): Register => ({
  username: form.username,
  password: form.password,
  phone: form.phone || absentPhone,
  plan: form.plan,
  source: "auth_page",
  termsAccepted: form.consent,
  ...(form.email === undefined ? {} : { email: form.email, subscribe: true }),
  ...(affiliateCode === undefined ? {} : { affiliateCode }),
});
