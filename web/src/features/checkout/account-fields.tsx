import { Input } from "#/components/form/input.tsx";
import type { UseFormReturn } from "react-hook-form";
import { Field } from "#/components/form/field.tsx";
import { PasswordInput } from "#/components/form/password-input.tsx";
import type { SignUpInput, SignUpValues } from "./sign-up-schema.ts";
import { messages } from "./messages.ts";
import { passwordMessages } from "#/texts/password.ts";

export type SignUpForm = UseFormReturn<SignUpInput, unknown, SignUpValues>;

/** E-mail, username and password of a new account, and a phone number where the form wants one. */
export const AccountFields = ({ form, withPhone }: { form: SignUpForm; withPhone: boolean }) => {
  const { errors } = form.formState;
  return (
    <>
      <Field label={messages.email} error={errors.email?.message}>
        <Input type="email" autoComplete="email" {...form.register("email")} />
      </Field>
      <Field label={messages.username} error={errors.username?.message}>
        <Input autoComplete="username" autoCapitalize="none" {...form.register("username")} />
      </Field>
      <Field label={messages.password} error={errors.password?.message}>
        <PasswordInput
          autoComplete="new-password"
          showLabel={passwordMessages.showPassword}
          hideLabel={passwordMessages.hidePassword}
          {...form.register("password")}
        />
      </Field>
      {withPhone && (
        <Field label={messages.phone} error={errors.phone?.message}>
          <Input type="tel" autoComplete="tel" {...form.register("phone")} />
        </Field>
      )}
    </>
  );
};
