import { chakra } from "@chakra-ui/react/styled-system";
import { useForm } from "react-hook-form";
import { FormDialog } from "#/components/form/form-dialog.tsx";
import { FormFailure } from "#/components/form/form-failure.tsx";
import { zodResolver } from "@hookform/resolvers/zod";
import { useDeleteAccount } from "./api.ts";
import { type DeleteForm, deleteFormSchema } from "./forms.ts";
import { CurrentPassword } from "./current-password.tsx";
import { messages } from "./messages.ts";

const resolver = zodResolver(deleteFormSchema);

type DeleteDialogProps = { onDeleted: () => void; onClose: () => void };

/** Says what a deletion ends, asks for the password, then deletes. */
export const DeleteDialog = ({ onDeleted, onClose }: DeleteDialogProps) => {
  const remove = useDeleteAccount();
  const form = useForm<DeleteForm>({ resolver, defaultValues: { password: "" } });
  return (
    <FormDialog
      danger
      title={messages.deleteTitle}
      closeLabel={messages.close}
      keepLabel={messages.keep}
      submitLabel={messages.deleteConfirm}
      busyText={(remove.isPending || form.formState.isSubmitting) && messages.deleting}
      onSubmit={form.handleSubmit((values) => remove.mutate(values, { onSuccess: onDeleted }))}
      onClose={onClose}
    >
      <chakra.ul ps={5} listStyleType="disc" color="fg.muted">
        {messages.deleteFacts.map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </chakra.ul>
      <CurrentPassword
        error={form.formState.errors.password?.message}
        {...form.register("password")}
      />
      <FormFailure error={remove.error} fallback={messages.unchanged} />
    </FormDialog>
  );
};
