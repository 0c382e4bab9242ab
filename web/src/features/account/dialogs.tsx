import { deleteUserSchema } from "@orbline/proto/http/identity/account";
import type { User } from "@orbline/proto/http/identity/user";
import { FactList } from "#/components/data/fact-list.tsx";
import { ConfirmDialog, FormDialog } from "#/components/form/form-dialog.tsx";
import { FormFailure } from "#/components/form/form-failure.tsx";
import {
  CheckboxField,
  EmailField,
  NewPasswordFields,
  PhoneField,
} from "#/components/form/form-fields.tsx";
import { usePost } from "#/lib/use-single-mutation.ts";
import { notify } from "#/stores/toast-store.ts";
import { CurrentPassword } from "./add-email-form.tsx";
import { useChangePassword, useUpdateUser } from "./api.ts";
import { passwordSchema, profileChanges, profileSchemaOf } from "./forms.ts";
import { messages } from "./messages.ts";

type AccountDialogProps = { user: User; onClose: () => void } & (
  | { kind: "password" }
  | { kind: "profile"; onUser: (user: User) => void }
  | { kind: "delete"; onDeleted: () => void }
);

/** A dialog that asks for the password. An account without one gets the dialog that sets it instead. */
export function AccountDialog(props: AccountDialogProps) {
  if (!props.user.hasPassword) return <SetPasswordDialog {...props} />;
  switch (props.kind) {
    case "password":
      return <PasswordDialog {...props} />;
    case "profile":
      return <ProfileDialog {...props} />;
    case "delete":
      return <DeleteDialog {...props} />;
  }
}

/** Mails the link to a first password, because only the owner of the address may set it. */
function SetPasswordDialog({ user: { email }, onClose }: AccountDialogProps) {
  const address = email ?? "";
  const link = usePost("identity", "POST /api/password/forgot");
  const onSuccess = () => {
    notify({ title: messages.linkSentTitle, description: messages.passwordLinkSent(address) });
    onClose();
  };
  return (
    <ConfirmDialog
      title={messages.setPassword}
      description={messages.setPasswordLead(address)}
      keepLabel={messages.keep}
      submitLabel={messages.mailLink}
      busyText={link.isPending && messages.sending}
      onSubmit={() => link.mutate({ email: address }, { onSuccess })}
      onClose={onClose}
    >
      <p>{messages.setPasswordWhy}</p>
      <p>{messages.setPasswordAfter}</p>
      <p>{messages.setPasswordElse}</p>
      <FormFailure error={link.error} fallback={messages.linkFailed} />
    </ConfirmDialog>
  );
}

function PasswordDialog({ user, onClose }: { user: User; onClose: () => void }) {
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
      error={change.error}
      onSubmit={({ currentPassword, newPassword }) =>
        change.mutate({ currentPassword, newPassword }, { onSuccess })
      }
      onClose={onClose}
    >
      <CurrentPassword user={user} />
      <NewPasswordFields name="newPassword" />
      <FormFailure error={change.error} fallback={messages.unchanged} />
    </FormDialog>
  );
}

type ProfileDialogProps = { user: User; onUser: (user: User) => void; onClose: () => void };

function ProfileDialog({ user, onUser, onClose }: ProfileDialogProps) {
  const update = useUpdateUser({ onUser });
  const onSuccess = () => {
    notify({ title: messages.savedTitle });
    onClose();
  };
  return (
    <FormDialog
      title={messages.change}
      description={messages.changeLead}
      keepLabel={messages.keep}
      submitLabel={messages.save}
      busyText={update.isPending && messages.saving}
      schema={profileSchemaOf(user)}
      defaults={{
        email: user.newEmail ?? user.email ?? "",
        phone: user.phone ?? "",
        currentPassword: "",
        endOtherSessions: false,
      }}
      error={update.error}
      onSubmit={({ currentPassword, endOtherSessions, ...profile }) =>
        update.mutate(
          {
            currentPassword,
            ...profileChanges(user, profile),
            endOtherSessions: endOtherSessions || undefined,
          },
          { onSuccess },
        )
      }
      onClose={onClose}
    >
      <EmailField />
      <PhoneField help={messages.phoneHelp} />
      <CurrentPassword user={user} help={messages.currentPasswordHelp} />
      <CheckboxField name="endOtherSessions">{messages.endOtherSessions}</CheckboxField>
      <FormFailure error={update.error} fallback={messages.unchanged} />
    </FormDialog>
  );
}

type DeleteDialogProps = { user: User; onDeleted: () => void; onClose: () => void };

/** Lists what a deletion ends. The deletion ends every session at once. */
function DeleteDialog({ user, onDeleted, onClose }: DeleteDialogProps) {
  const remove = usePost("identity", "POST /api/user/delete");
  return (
    <FormDialog
      danger
      title={messages.deleteTitle}
      keepLabel={messages.keep}
      submitLabel={messages.deleteConfirm}
      busyText={remove.isPending && messages.deleting}
      schema={deleteUserSchema}
      defaults={{ password: "" }}
      error={remove.error}
      onSubmit={(values) => remove.mutate(values, { onSuccess: onDeleted })}
      onClose={onClose}
    >
      <FactList facts={messages.deleteFacts} color="fg.muted" />
      <CurrentPassword user={user} name="password" />
      <FormFailure error={remove.error} fallback={messages.unchanged} />
    </FormDialog>
  );
}
