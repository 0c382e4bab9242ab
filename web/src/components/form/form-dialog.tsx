import { chakra } from "@chakra-ui/react/styled-system";
import { useId, type ReactNode } from "react";
import { Button } from "#/components/ui/button.tsx";
import { Sheet } from "#/components/ui/sheet.tsx";

const Form = chakra("form", { base: { display: "flex", flexDirection: "column", gap: 4 } });

type FormDialogProps = {
  title: string;
  description?: ReactNode;
  closeLabel: string;
  /** The way out that changes nothing. */
  keepLabel: string;
  submitLabel: string;
  /** What the confirming button says while it works. */
  busyText: string | false;
  onSubmit: () => unknown;
  onClose: () => void;
  /** Something ends or money leaves: the dialog is an alert, and its button says so by its colour. */
  danger?: boolean;
  /** Whether the dialog is an alert when nothing ends: what it confirms touches others. */
  alert?: boolean;
  /** Nothing can be confirmed yet. */
  disabled?: boolean;
  children: ReactNode;
};

/** A dialog that asks for something, or for a yes, and says how to leave it as it is. */
export const FormDialog = (allProps: FormDialogProps) => {
  const { danger = false, alert = danger, children, ...props } = allProps;
  const id = useId();
  return (
    <Sheet
      alert={alert}
      title={props.title}
      description={props.description}
      closeLabel={props.closeLabel}
      onClose={props.onClose}
      footer={
        <>
          <Button onClick={props.onClose}>{props.keepLabel}</Button>
          <Button
            type="submit"
            form={id}
            variant={danger ? "dangerSolid" : "solid"}
            disabled={props.disabled}
            busyText={props.busyText}
          >
            {props.submitLabel}
          </Button>
        </>
      }
    >
      <Form
        id={id}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          props.onSubmit();
        }}
      >
        {children}
      </Form>
    </Sheet>
  );
};
