import { convertWaitlistSchema } from "@orbline/proto/http/account";
import { emailSchema, newPasswordSchema, usernameSchema } from "@orbline/proto/http/fields";
import { z } from "zod";
import { messages } from "./messages.ts";
import { passwordMessages } from "#/texts/password.ts";

const sameTwice = {
  path: ["confirmPassword"],
  message: passwordMessages.mismatch,
  when: () => true,
};
const isSame = ({ password, confirmPassword }: { password: string; confirmPassword: string }) =>
  password === confirmPassword;

/** A new password and its repetition, and a username where the account has none yet. */
export const setPasswordFormSchema = z
  .object({
    username: z.union([z.literal("").transform(() => undefined), usernameSchema]).optional(),
    password: newPasswordSchema,
    confirmPassword: z.string(),
  })
  .refine(isSame, sameTwice);
export type SetPasswordInput = z.input<typeof setPasswordFormSchema>;
export type SetPasswordForm = z.output<typeof setPasswordFormSchema>;

/** An address to mail a link to. */
export const emailFormSchema = z.object({ email: emailSchema });
export type EmailForm = z.output<typeof emailFormSchema>;

/** The contract's conversion with the fields only the form has. */
export const convertFormSchema = convertWaitlistSchema
  .pick({ username: true, password: true, phone: true })
  .extend({
    confirmPassword: z.string(),
    consent: z.literal(true, { message: messages.consentMissing }),
  })
  .refine(isSame, sameTwice);
export type ConvertFormInput = z.input<typeof convertFormSchema>;
export type ConvertForm = z.output<typeof convertFormSchema>;
