import { ConfirmDialog } from "#/components/form/form-dialog.tsx";
import { FormFailure } from "#/components/form/form-failure.tsx";
import { notify } from "#/stores/notice-store.ts";
import { useMailPasswordLink } from "./api.ts";
import { messages } from "./messages.ts";

type SetPasswordDialogProps = { email: string; onClose: () => void };

/** Mails the link to a first password, because only the owner of the address may set it. */
export function SetPasswordDialog({ email, onClose }: SetPasswordDialogProps) {
  const link = useMailPasswordLink();
  const onSuccess = () => {
    notify({ title: messages.linkSentTitle, description: messages.passwordLinkSent(email) });
    onClose();
  };
  return (
    <ConfirmDialog
      title={messages.setPassword}
      description={messages.setPasswordLead(email)}
      keepLabel={messages.keep}
      submitLabel={messages.mailLink}
      busyText={link.isPending && messages.sending}
      onSubmit={() => link.mutate({ email }, { onSuccess })}
      onClose={onClose}
    >
      <p>{messages.setPasswordWhy}</p>
      <p>{messages.setPasswordAfter}</p>
      <p>{messages.setPasswordElse}</p>
      <FormFailure error={link.error} fallback={messages.linkFailed} />
    </ConfirmDialog>
  );
}
