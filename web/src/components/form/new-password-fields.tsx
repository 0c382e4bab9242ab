import type { ComponentProps } from "react";
import { authTexts } from "#/texts/auth.ts";
import { Field } from "./field.tsx";
import { PasswordChecklist } from "./password-checklist.tsx";
import { PasswordInput } from "./password-input.tsx";

type Input = Omit<ComponentProps<typeof PasswordInput>, "showLabel" | "hideLabel">;

type NewPasswordFieldsProps = {
  password: string;
  passwordInput: Input;
  passwordError: string | undefined;
  confirmInput: Input;
  confirmError: string | undefined;
};

/** A new password typed twice, with the rules it meets so far. */
export const NewPasswordFields = (props: NewPasswordFieldsProps) => {
  const shared = {
    autoComplete: "new-password",
    showLabel: authTexts.showPassword,
    hideLabel: authTexts.hidePassword,
  };
  return (
    <>
      <Field label={authTexts.newPassword} error={props.passwordError}>
        <PasswordInput {...shared} {...props.passwordInput} />
      </Field>
      <PasswordChecklist password={props.password} />
      <Field label={authTexts.confirmPassword} error={props.confirmError}>
        <PasswordInput {...shared} {...props.confirmInput} />
      </Field>
    </>
  );
};
