import { accountName } from "@orbline/proto/constants/usernames";
import type { User } from "@orbline/proto/http/identity/user";
import { FormFailure } from "#/components/form/form-failure.tsx";
import { EmailField, PasswordField, SubmitButton } from "#/components/form/form-fields.tsx";
import { Form } from "#/components/form/form.tsx";
import { useUpdateUser } from "./api.ts";
import { addEmailSchema } from "./forms.ts";
import { messages } from "./messages.ts";

type AddEmailFormProps = { user: User; onUser: (user: User) => void };

/** Adds an email to an account without one, which a plan needs. */
export function AddEmailForm({ user, onUser }: AddEmailFormProps) {
  const update = useUpdateUser({ onUser });
  return (
    <Form
      schema={addEmailSchema}
      defaults={{ email: "", currentPassword: "" }}
      onSubmit={(values) => update.mutate(values)}
    >
      <EmailField />
      <CurrentPassword user={user} />
      <FormFailure error={update.error} fallback={messages.addEmailFailed} />
      <SubmitButton busyText={update.isPending && messages.saving}>
        {messages.addEmail}
      </SubmitButton>
    </Form>
  );
}

type CurrentPasswordProps = { user: User; name?: string; help?: string };

/** The current password, which confirms an important change, with its username for password managers. */
export function CurrentPassword({ user, name = "currentPassword", help }: CurrentPasswordProps) {
  return (
    <>
      <input type="text" autoComplete="username" value={accountName(user)} readOnly hidden />
      <PasswordField
        name={name}
        label={messages.currentPassword}
        help={help}
        autoComplete="current-password"
      />
    </>
  );
}
