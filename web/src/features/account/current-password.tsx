import type { ComponentProps } from "react";
import { Field } from "#/components/form/field.tsx";
import { PasswordInput } from "#/components/form/password-input.tsx";
import { messages } from "./messages.ts";
import { passwordMessages } from "#/texts/password.ts";

type CurrentPasswordProps = Omit<
  ComponentProps<typeof PasswordInput>,
  "showLabel" | "hideLabel"
> & { error: string | undefined; help?: string };

/** The password asked for again before something important changes. */
export const CurrentPassword = ({ error, help, ...input }: CurrentPasswordProps) => (
  <Field label={messages.currentPassword} error={error} help={help}>
    <PasswordInput
      autoComplete="current-password"
      showLabel={passwordMessages.showPassword}
      hideLabel={passwordMessages.hidePassword}
      {...input}
    />
  </Field>
);
