import { FormDialog } from "#/components/form/form-dialog.tsx";
import { FormFailure } from "#/components/form/form-failure.tsx";
import { notify } from "#/stores/notice-store.ts";
import { accountTexts as texts } from "#/texts/account.ts";
import { useMailPasswordLink } from "#/features/account/api.ts";

type SetPasswordDialogProps = { email: string; onClose: () => void };

/** Has the link to a first password mailed: who reads the address's mails owns the account. */
export const SetPasswordDialog = ({ email, onClose }: SetPasswordDialogProps) => {
  const link = useMailPasswordLink();
  const onSuccess = () => {
    notify({ title: texts.linkSentTitle, description: texts.passwordLinkSent(email) });
    onClose();
  };
  return (
    <FormDialog
      title={texts.setPassword}
      description={texts.setPasswordLead(email)}
      closeLabel={texts.close}
      keepLabel={texts.keep}
      submitLabel={texts.mailLink}
      busyText={link.isPending && texts.sending}
      onSubmit={() => link.mutate({ email }, { onSuccess })}
      onClose={onClose}
    >
      <p>{texts.setPasswordWhy}</p>
      <p>{texts.setPasswordAfter}</p>
      <p>{texts.setPasswordElse}</p>
      <FormFailure error={link.error} fallback={texts.linkFailed} />
    </FormDialog>
  );
};
