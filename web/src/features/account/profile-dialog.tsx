import type { User } from "@orbline/proto/http/identity/user";
import { FormDialog } from "#/components/form/form-dialog.tsx";
import { FormFailure } from "#/components/form/form-failure.tsx";
import { EmailField, PhoneField } from "#/components/form/form-fields.tsx";
import { notify } from "#/stores/notice-store.ts";
import { useUpdateUser } from "./api.ts";
import { profileChanges, profileSchemaOf } from "./forms.ts";
import { messages } from "./messages.ts";
import { CurrentPassword } from "./with-password.tsx";

type ProfileDialogProps = { user: User; onUser: (user: User) => void; onClose: () => void };

/** Changes the email or the phone of the account. */
export function ProfileDialog({ user, onUser, onClose }: ProfileDialogProps) {
  const update = useUpdateUser({ onUser });
  const onSuccess = () => {
    notify({ title: messages.savedTitle });
    onClose();
  };
  return (
    <FormDialog
      title={messages.changeTitle}
      description={messages.changeLead}
      keepLabel={messages.keep}
      submitLabel={messages.save}
      busyText={update.isPending && messages.saving}
      schema={profileSchemaOf(user)}
      defaults={{ email: user.email ?? "", phone: user.phone ?? "", currentPassword: "" }}
      onSubmit={(profile) =>
        update.mutate(
          { currentPassword: profile.currentPassword, ...profileChanges(user, profile) },
          { onSuccess },
        )
      }
      onClose={onClose}
    >
      <EmailField label={messages.email} />
      <PhoneField label={messages.phone} help={messages.phoneHelp} />
      <CurrentPassword help={messages.currentPasswordHelp} />
      <FormFailure error={update.error} fallback={messages.unchanged} />
    </FormDialog>
  );
}
