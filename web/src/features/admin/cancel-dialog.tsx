import type { AdminUser } from "@orbline/proto/http/admin";
import { useState } from "react";
import { Field } from "#/components/form/field.tsx";
import { FormDialog } from "#/components/form/form-dialog.tsx";
import { Input } from "#/components/form/input.tsx";
import { cancelSubscription } from "./api.ts";
import { useCommand } from "./use-command.ts";
import { messages } from "./messages.ts";

type CancelDialogProps = { user: AdminUser; onDone: () => void; onBack: () => void };

/** Asks before it ends a user's access. */
export const CancelDialog = ({ user, onDone, onBack }: CancelDialogProps) => {
  const [reason, setReason] = useState("");
  const cancel = useCommand({
    run: cancelSubscription,
    said: ({ user: { username } }) => ({
      title: messages.canceledTitle,
      description: messages.canceled(username),
    }),
    failed: messages.cancelFailed,
    onDone,
  });
  return (
    <FormDialog
      danger
      title={messages.cancelTitle}
      description={messages.cancelText(user.username)}
      closeLabel={messages.close}
      keepLabel={messages.back}
      submitLabel={messages.confirmCancel}
      busyText={cancel.isPending && messages.canceling}
      onSubmit={() => cancel.mutate({ userId: user.id, reason })}
      onClose={onBack}
    >
      <Field label={messages.reason}>
        <Input maxLength={500} value={reason} onChange={(event) => setReason(event.target.value)} />
      </Field>
    </FormDialog>
  );
};
