import type { AdminUser } from "@orbline/proto/http/admin";
import { useState } from "react";
import { Field } from "#/components/ui/field.tsx";
import { FormDialog } from "#/components/ui/form-dialog.tsx";
import { Input } from "#/components/ui/input.tsx";
import { adminTexts as texts } from "#/texts/admin.ts";
import { cancelSubscription } from "../api.ts";
import { useCommand } from "../use-command.ts";

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
