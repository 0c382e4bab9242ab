import { Input } from "../../../components/ui/input.tsx";
import type { AdminUser } from "@orbline/proto/http/admin";
import { useState } from "react";
import { Button } from "../../../components/ui/button.tsx";
import { Field } from "../../../components/ui/field.tsx";
import { Sheet } from "../../../components/ui/sheet.tsx";
import { adminTexts as texts } from "../../../texts/admin.ts";
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
    <Sheet
      alert
      title={texts.cancelTitle}
      description={texts.cancelText(user.username)}
      closeLabel={texts.close}
      onClose={onBack}
      footer={
        <>
          <Button onClick={onBack}>{texts.back}</Button>
          <Button
            variant="dangerSolid"
            onClick={() => cancel.mutate({ userId: user.id, reason })}
            busyText={cancel.isPending && texts.canceling}
          >
            {texts.confirmCancel}
          </Button>
        </>
      }
    >
      <Field label={texts.reason}>
        <Input maxLength={500} value={reason} onChange={(event) => setReason(event.target.value)} />
      </Field>
    </Sheet>
  );
};
