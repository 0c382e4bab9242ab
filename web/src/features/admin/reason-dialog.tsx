import { useState, type ReactNode } from "react";
import { Field } from "#/components/form/field.tsx";
import { FormDialog } from "#/components/form/form-dialog.tsx";
import { Input } from "#/components/form/input.tsx";
import { messages, operationMessages } from "./messages.ts";

type ReasonDialogProps = {
  title: string;
  text: string;
  confirm: string;
  busy: boolean;
  onConfirm: (reason: string) => void;
  onClose: () => void;
  /** Money leaves: the button says so by its colour. */
  danger?: boolean;
  /** Further fields above the reason. */
  children?: ReactNode;
};

/** Asks why before something is done that touches money or repeats an effect. */
export const ReasonDialog = (props: ReasonDialogProps) => {
  const [reason, setReason] = useState("");
  const [missing, setMissing] = useState(false);
  const confirm = () => {
    const given = reason.trim();
    setMissing(given === "");
    if (given !== "") props.onConfirm(given);
  };
  return (
    <FormDialog
      alert
      danger={props.danger ?? false}
      title={props.title}
      description={props.text}
      closeLabel={messages.close}
      keepLabel={messages.back}
      submitLabel={props.confirm}
      busyText={props.busy && operationMessages.working}
      onSubmit={confirm}
      onClose={props.onClose}
    >
      {props.children}
      <Field
        label={operationMessages.reason}
        error={missing ? operationMessages.reasonNeeded : undefined}
      >
        <Input maxLength={500} value={reason} onChange={(event) => setReason(event.target.value)} />
      </Field>
    </FormDialog>
  );
};
