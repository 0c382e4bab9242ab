import type { AdminUser } from "@orbline/proto/http/admin";
import { useState } from "react";
import { Field } from "#/components/form/field.tsx";
import { FormDialog } from "#/components/form/form-dialog.tsx";
import { Input } from "#/components/form/input.tsx";
import { Select } from "#/components/form/select.tsx";
import { activateSubscription } from "./api.ts";
import { useCommand } from "./use-command.ts";
import { messages } from "./messages.ts";

const durations = [1, 7, 30, 90, 365];

type ActivateDialogProps = { user: AdminUser; onDone: () => void; onBack: () => void };

/** Grants a user access for 1, 7, 30, 90 or 365 days. */
export const ActivateDialog = ({ user, onDone, onBack }: ActivateDialogProps) => {
  const [durationDays, setDurationDays] = useState(30);
  const [reason, setReason] = useState("");
  // The same wish asked again, after an answer that was lost, grants nothing more.
  const [commandId, setCommandId] = useState(() => crypto.randomUUID());
  const activate = useCommand({
    run: activateSubscription,
    said: ({ user: { username } }, input) => ({
      title: messages.activatedTitle,
      description: messages.activated(username, input.durationDays),
    }),
    failed: messages.activateFailed,
    onDone,
  });
  return (
    <FormDialog
      title={messages.activateTitle}
      description={messages.activateText(user.username)}
      closeLabel={messages.close}
      keepLabel={messages.back}
      submitLabel={messages.activate}
      busyText={activate.isPending && messages.activating}
      onSubmit={() => activate.mutate({ userId: user.id, durationDays, reason, commandId })}
      onClose={onBack}
    >
      <Field label={messages.duration}>
        <Select
          value={durationDays}
          onChange={(event) => {
            setDurationDays(Number(event.target.value));
            setCommandId(crypto.randomUUID());
          }}
        >
          {durations.map((days) => (
            <option key={days} value={days}>
              {messages.days(days)}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={messages.reason}>
        <Input maxLength={500} value={reason} onChange={(event) => setReason(event.target.value)} />
      </Field>
    </FormDialog>
  );
};
