import { useQueryClient } from "@tanstack/react-query";
import { useRef, type ReactNode } from "react";
import type { DefaultValues, FieldValues } from "react-hook-form";
import { z } from "zod";
import { FormDialog } from "#/components/form/form-dialog.tsx";
import { TextField } from "#/components/form/form-fields.tsx";
import { errorText } from "#/lib/api.ts";
import { useSingleMutation } from "#/lib/use-single-mutation.ts";
import { notify } from "#/stores/toast-store.ts";
import { adminKey } from "./api.ts";
import { messages } from "./messages.ts";

/** The optional reason of the actions that the specification defines without one. */
export const optionalReason = z.object({ reason: z.string().trim() });

/** The reason of an action that moves money or repeats an effect. */
export const requiredReason = z.object({
  reason: z.string().trim().min(1, messages.reasonNeeded),
});

type ActionDialogProps<Input extends FieldValues, Output, Result> = {
  title: string;
  text: string;
  confirm: string;
  busyText?: string;
  reasonLabel?: string;
  /** Schema of the fields and the reason. */
  schema: z.ZodType<Output, Input>;
  defaults: DefaultValues<Input>;
  /** Sends the action. The command id is the same for the same fields, so that a retry has no second effect. */
  run: (values: Output, commandId: string) => Promise<Result>;
  /** The toast of a success. */
  done: (result: Result, values: Output) => { title: string; description: string };
  failed: string;
  onDone: () => void;
  onClose?: () => void;
  /** Money is refunded or access ends. */
  danger?: boolean;
  alert?: boolean;
  /** Further fields above the reason. */
  children?: ReactNode;
};

/** A dialog that sends an admin's action with its reason, then refetches every admin list. */
export function ActionDialog<Input extends FieldValues, Output extends { reason: string }, Result>(
  props: ActionDialogProps<Input, Output, Result>,
) {
  const { onDone, onClose = onDone } = props;
  const client = useQueryClient();
  const commandIdOf = useCommandId();
  const action = useSingleMutation({
    mutationFn: (values: Output) => props.run(values, commandIdOf(values)),
    onSuccess: async (result, values) => {
      notify(props.done(result, values));
      onDone();
      await client.invalidateQueries({ queryKey: adminKey });
    },
    onError: (error) =>
      notify({
        title: messages.error,
        description: `${props.failed}: ${errorText(error, error.message)}`,
        kind: "error",
      }),
  });
  return (
    <FormDialog
      alert={props.alert}
      danger={props.danger}
      title={props.title}
      description={props.text}
      keepLabel={messages.back}
      submitLabel={props.confirm}
      busyText={action.isPending && (props.busyText ?? messages.working)}
      schema={props.schema}
      defaults={props.defaults}
      onSubmit={(values) => action.mutate(values)}
      onClose={onClose}
    >
      {props.children}
      <TextField name="reason" label={props.reasonLabel ?? messages.reason} maxLength={500} />
    </FormDialog>
  );
}

function useCommandId() {
  const last = useRef({ fields: "", id: "" });
  return ({ reason: _reason, ...values }: { reason: string }): string => {
    const fields = JSON.stringify(values);
    if (last.current.fields !== fields) last.current = { fields, id: crypto.randomUUID() };
    return last.current.id;
  };
}
