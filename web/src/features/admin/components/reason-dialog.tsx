import { Input } from "../../../components/ui/input.tsx";
import { chakra } from "@chakra-ui/react/styled-system";
import { useState, type ReactNode } from "react";
import { Button } from "../../../components/ui/button.tsx";
import { Field } from "../../../components/ui/field.tsx";
import { Sheet } from "../../../components/ui/sheet.tsx";
import { adminTexts } from "../../../texts/admin.ts";
import { operationTexts as texts } from "../../../texts/admin-operations.ts";

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
    <Sheet
      alert
      title={props.title}
      description={props.text}
      closeLabel={adminTexts.close}
      onClose={props.onClose}
      footer={
        <>
          <Button onClick={props.onClose}>{adminTexts.back}</Button>
          <Button
            variant={props.danger ? "dangerSolid" : "solid"}
            onClick={confirm}
            busyText={props.busy && texts.working}
          >
            {props.confirm}
          </Button>
        </>
      }
    >
      <chakra.div display="grid" gap={4}>
        {props.children}
        <Field label={texts.reason} error={missing ? texts.reasonNeeded : undefined}>
          <Input
            maxLength={500}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </Field>
      </chakra.div>
    </Sheet>
  );
};
