import { Input } from "#/components/form/input.tsx";
import type { UseFormReturn } from "react-hook-form";
import { Field } from "#/components/form/field.tsx";
import { PasswordInput } from "#/components/form/password-input.tsx";
import { checkoutTexts as texts } from "#/texts/checkout.ts";
import type { SignUpInput, SignUpValues } from "#/features/checkout/sign-up-schema.ts";

export type SignUpForm = UseFormReturn<SignUpInput, unknown, SignUpValues>;

/** E-mail, username and password of a new account, and a phone number where the form wants one. */
export const AccountFields = ({ form, withPhone }: { form: SignUpForm; withPhone: boolean }) => {
  const { errors } = form.formState;
  return (
    <>
      <Field label={texts.email} error={errors.email?.message}>
        <Input type="email" autoComplete="email" {...form.register("email")} />
      </Field>
      <Field label={texts.username} error={errors.username?.message}>
        <Input autoComplete="username" autoCapitalize="none" {...form.register("username")} />
      </Field>
      <Field label={texts.password} error={errors.password?.message}>
        <PasswordInput
          autoComplete="new-password"
          showLabel={texts.showPassword}
          hideLabel={texts.hidePassword}
          {...form.register("password")}
        />
      </Field>
      {withPhone && (
        <Field label={texts.phone} error={errors.phone?.message}>
          <Input type="tel" autoComplete="tel" {...form.register("phone")} />
        </Field>
      )}
    </>
  );
};
