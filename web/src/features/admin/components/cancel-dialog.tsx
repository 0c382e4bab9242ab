import type { AdminUser } from "@orbline/proto/http/admin";
import { useState } from "react";
import { Field } from "#/components/form/field.tsx";
import { FormDialog } from "#/components/form/form-dialog.tsx";
import { Input } from "#/components/form/input.tsx";
import { adminTexts as texts } from "#/texts/admin.ts";
import { cancelSubscription } from "#/features/admin/api.ts";
import { useCommand } from "#/features/admin/use-command.ts";

type CancelDialogProps = { user: AdminUser; onDone: () => void; onBack: () => void };

/** Asks before it ends a user's access. */
export const CancelDialog = ({ user, onDone, onBack }: CancelDialogProps) => {
  const [reason, setReason] = useState("");
  const cancel = useCommand({
    run: cancelSubscription,
    said: ({ user: { username } }) => ({
      title: texts.canceledTitle,
      description: texts.canceled(username),
    }),
    failed: texts.cancelFailed,
    onDone,
  });
  return (
    <FormDialog
      danger
      title={texts.cancelTitle}
      description={texts.cancelText(user.username)}
      closeLabel={texts.close}
      keepLabel={texts.back}
      submitLabel={texts.confirmCancel}
      busyText={cancel.isPending && texts.canceling}
      onSubmit={() => cancel.mutate({ userId: user.id, reason })}
      onClose={onBack}
    >
      <Field label={texts.reason}>
        <Input maxLength={500} value={reason} onChange={(event) => setReason(event.target.value)} />
      </Field>
    </FormDialog>
  );
};
