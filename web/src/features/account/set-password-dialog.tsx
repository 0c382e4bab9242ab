import { FormDialog } from "#/components/form/form-dialog.tsx";
import { FormFailure } from "#/components/form/form-failure.tsx";
import { notify } from "#/stores/notice-store.ts";
import { useMailPasswordLink } from "./api.ts";
import { messages } from "./messages.ts";

type SetPasswordDialogProps = { email: string; onClose: () => void };

/** Has the link to a first password mailed: who reads the address's mails owns the account. */
export const SetPasswordDialog = ({ email, onClose }: SetPasswordDialogProps) => {
  const link = useMailPasswordLink();
  const onSuccess = () => {
    notify({ title: messages.linkSentTitle, description: messages.passwordLinkSent(email) });
    onClose();
  };
  return (
    <FormDialog
      title={messages.setPassword}
      description={messages.setPasswordLead(email)}
      closeLabel={messages.close}
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
    </FormDialog>
  );
};
