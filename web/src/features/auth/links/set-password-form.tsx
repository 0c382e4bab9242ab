import { FormFailure } from "#/components/form/form-failure.tsx";
import { NewPasswordFields, SubmitButton, UsernameField } from "#/components/form/form-fields.tsx";
import { Form } from "#/components/form/form.tsx";
import { linkMessages } from "../messages.ts";

type SetPasswordFormProps = {
  onSubmit: (password: string, username: string | undefined) => void;
  isPending: boolean;
  error: unknown;
  /** Offers a username too, for an account that was opened without one. */
  withUsername?: boolean;
};

/** Sets the password of the account of a mailed link. */
export function SetPasswordForm(props: SetPasswordFormProps) {
  const { onSubmit, isPending, error, withUsername = false } = props;
  return (
    <Form
      schema={async () => (await import("../forms.ts")).setPasswordSchema}
      defaults={{ username: "", password: "", confirmPassword: "" }}
      onSubmit={({ password, username }) => onSubmit(password, username)}
    >
      {withUsername && (
        <UsernameField label={linkMessages.usernameOptional} help={linkMessages.usernameHelp} />
      )}
      <NewPasswordFields />
      <FormFailure error={error} fallback={linkMessages.failed} />
      <SubmitButton busyText={isPending && linkMessages.saving}>
        {linkMessages.savePassword}
      </SubmitButton>
    </Form>
  );
}
