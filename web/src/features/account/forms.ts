import {
  changePasswordSchema,
  deleteUserSchema,
  updateUserSchema,
} from "@orbline/proto/http/account";
import { emailSchema, optionalEmailSchema, optionalPhoneSchema } from "@orbline/proto/http/fields";
import { z } from "zod";
import { passwordMessages } from "#/texts/password.ts";

const { currentPassword } = updateUserSchema.shape;

/** The address an account lacks, confirmed by its password. */
export const addEmailFormSchema = z.object({ email: emailSchema, currentPassword });
export type AddEmailForm = z.output<typeof addEmailFormSchema>;

/** E-mail and phone as they should be, confirmed by the password. */
export const profileFormSchema = z.object({
  email: optionalEmailSchema,
  phone: optionalPhoneSchema,
  currentPassword,
});
export type ProfileFormInput = z.input<typeof profileFormSchema>;
export type ProfileForm = z.output<typeof profileFormSchema>;

/** The contract's change of password with the repetition only the form has. */
export const passwordFormSchema = changePasswordSchema
  .extend({ confirmPassword: z.string() })
  .refine(({ newPassword, confirmPassword }) => newPassword === confirmPassword, {
    path: ["confirmPassword"],
    message: passwordMessages.mismatch,
    when: () => true,
  });
export type PasswordForm = z.output<typeof passwordFormSchema>;

/** The password that confirms a deletion. */
export const deleteFormSchema = deleteUserSchema;
export type DeleteForm = z.output<typeof deleteFormSchema>;
