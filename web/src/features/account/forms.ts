import { changePasswordSchema, updateUserSchema } from "@orbline/proto/http/identity/account";
import { emailSchema, optionalEmailSchema, optionalPhoneSchema } from "@orbline/proto/http/fields";
import type { User } from "@orbline/proto/http/identity/user";
import { z } from "zod";
import { passwordMessages } from "#/shared/messages.ts";
import { messages } from "./messages.ts";

const { currentPassword } = updateUserSchema.shape;

export const addEmailSchema = z.object({ email: emailSchema, currentPassword });

const profileSchema = z.object({
  email: optionalEmailSchema,
  phone: optionalPhoneSchema,
  currentPassword,
  endOtherSessions: z.boolean(),
});

type Profile = z.output<typeof profileSchema>;

/** Email and phone with the password that confirms them. At least one differs from the account. */
export function profileSchemaOf(user: User) {
  return profileSchema.refine(
    (profile) =>
      Object.values(profileChanges(user, profile)).some((change) => change !== undefined),
    { path: ["email"], message: messages.nothingChanged },
  );
}

/**
 * The fields that differ from the account. An emptied phone is removed; an emptied email stays. The current email cancels
 * the change to a new one.
 */
export function profileChanges(user: User, { email, phone }: Pick<Profile, "email" | "phone">) {
  return {
    email: email === (user.newEmail ?? user.email) ? undefined : email,
    phone: (phone ?? null) === user.phone ? undefined : (phone ?? ""),
  };
}

export const passwordSchema = changePasswordSchema
  .extend({ confirmPassword: z.string() })
  .refine(({ newPassword, confirmPassword }) => newPassword === confirmPassword, {
    path: ["confirmPassword"],
    message: passwordMessages.mismatch,
    // Checked beside the other fields, not only after they are valid.
    when: () => true,
  });
