import { FormDialog } from "#/components/form/form-dialog.tsx";
import { FormFailure } from "#/components/form/form-failure.tsx";
import { NewPasswordFields } from "#/components/form/form-fields.tsx";
import { notify } from "#/stores/notice-store.ts";
import { useChangePassword } from "./api.ts";
import { passwordSchema } from "./forms.ts";
import { messages } from "./messages.ts";
import { CurrentPassword } from "./with-password.tsx";

/** Changes the password of the account. */
export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const change = useChangePassword();
  const onSuccess = () => {
    notify({ title: messages.passwordSavedTitle, description: messages.passwordSaved });
    onClose();
  };
  return (
    <FormDialog
      title={messages.changePassword}
      description={messages.passwordLead}
      keepLabel={messages.keep}
      submitLabel={messages.savePassword}
      busyText={change.isPending && messages.saving}
      schema={passwordSchema}
      defaults={{ currentPassword: "", newPassword: "", confirmPassword: "" }}
      onSubmit={({ currentPassword, newPassword }) =>
        change.mutate({ currentPassword, newPassword }, { onSuccess })
      }
      onClose={onClose}
    >
      <CurrentPassword />
      <NewPasswordFields name="newPassword" />
      <FormFailure error={change.error} fallback={messages.unchanged} />
    </FormDialog>
  );
}
