import type { ComponentProps } from "react";
import { Field } from "#/components/form/field.tsx";
import { PasswordInput } from "#/components/form/password-input.tsx";
import { accountTexts as texts } from "#/texts/account.ts";
import { authTexts } from "#/texts/auth.ts";

type CurrentPasswordProps = Omit<
  ComponentProps<typeof PasswordInput>,
  "showLabel" | "hideLabel"
> & { error: string | undefined; help?: string };

/** The password asked for again before something important changes. */
export const CurrentPassword = ({ error, help, ...input }: CurrentPasswordProps) => (
  <Field label={texts.currentPassword} error={error} help={help}>
    <PasswordInput
      autoComplete="current-password"
      showLabel={authTexts.showPassword}
      hideLabel={authTexts.hidePassword}
      {...input}
    />
  </Field>
);
