import type { User } from "@orbline/proto/http/identity/user";
import { FormFailure } from "#/components/form/form-failure.tsx";
import { EmailField, PasswordField, SubmitButton } from "#/components/form/form-fields.tsx";
import { Form } from "#/components/form/form.tsx";
import { useUpdateUser } from "./api.ts";
import { addEmailSchema } from "./forms.ts";
import { messages } from "./messages.ts";

/** Adds an email to an account without one, which a plan needs. */
export function AddEmailForm({ onUser }: { onUser: (user: User) => void }) {
  const update = useUpdateUser({ onUser });
  return (
    <Form
      schema={addEmailSchema}
      defaults={{ email: "", currentPassword: "" }}
      onSubmit={(values) => update.mutate(values)}
    >
      <EmailField />
      <CurrentPassword />
      <FormFailure error={update.error} fallback={messages.addEmailFailed} />
      <SubmitButton busyText={update.isPending && messages.saving}>
        {messages.addEmail}
      </SubmitButton>
    </Form>
  );
}

type CurrentPasswordProps = { name?: string; help?: string };

/** The current password, which confirms an important change. */
export function CurrentPassword({ name = "currentPassword", help }: CurrentPasswordProps) {
  return (
    <PasswordField
      name={name}
      label={messages.currentPassword}
      help={help}
      autoComplete="current-password"
    />
  );
}
