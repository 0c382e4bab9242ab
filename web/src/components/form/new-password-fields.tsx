import type { ComponentProps } from "react";
import { Field } from "./field.tsx";
import { PasswordChecklist } from "./password-checklist.tsx";
import { PasswordInput } from "./password-input.tsx";
import { passwordMessages } from "#/texts/password.ts";

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
    showLabel: passwordMessages.showPassword,
    hideLabel: passwordMessages.hidePassword,
  };
  return (
    <>
      <Field label={passwordMessages.newPassword} error={props.passwordError}>
        <PasswordInput {...shared} {...props.passwordInput} />
      </Field>
      <PasswordChecklist password={props.password} />
      <Field label={passwordMessages.confirmPassword} error={props.confirmError}>
        <PasswordInput {...shared} {...props.confirmInput} />
      </Field>
    </>
  );
};
