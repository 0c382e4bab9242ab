import { useId, type ReactNode } from "react";
import type { FieldValues } from "react-hook-form";
import { z } from "zod";
import { Button } from "#/components/ui/button.tsx";
import { Sheet } from "#/components/ui/sheet.tsx";
import { Form, type FormProps } from "./form.tsx";

type FormDialogProps<Input extends FieldValues, Output> = Pick<
  FormProps<Input, Output>,
  "schema" | "defaults" | "onSubmit" | "error" | "children"
> & {
  title: string;
  description?: ReactNode;
  /** Label of the button that closes the dialog without a change. */
  keepLabel: string;
  submitLabel: string;
  /** Label of the submit button while the request runs. */
  busyText: string | false;
  onClose: () => void;
  /** The name of the field that gets the focus when the dialog opens. */
  focusField?: string | undefined;
  /** Something ends or money is refunded, so the dialog is an alert with a red button. */
  danger?: boolean | undefined;
  /** An alert dialog without a red button, for a change that affects other people. */
  alert?: boolean | undefined;
  disabled?: boolean | undefined;
};

/** A dialog with a form. */
export function FormDialog<Input extends FieldValues, Output>(
  props: FormDialogProps<Input, Output>,
) {
  const { danger = false, alert = danger } = props;
  const id = useId();
  return (
    <Sheet
      alert={alert}
      focusFirst={props.focusField && `[name="${props.focusField}"]`}
      title={props.title}
      description={props.description}
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
        schema={props.schema}
        defaults={props.defaults}
        onSubmit={props.onSubmit}
        error={props.error}
      >
        {props.children}
      </Form>
    </Sheet>
  );
}

const noFields = z.object({});
type NoFields = z.infer<typeof noFields>;

type ConfirmDialogProps = Omit<
  FormDialogProps<NoFields, NoFields>,
  "schema" | "defaults" | "error" | "children"
> & { children: ReactNode };

/** A dialog that asks for a confirmation. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  return <FormDialog schema={noFields} defaults={{}} {...props} />;
}
