import { chakra } from "@chakra-ui/react/styled-system";
import { deleteUserSchema } from "@orbline/proto/http/identity/account";
import { FormDialog } from "#/components/form/form-dialog.tsx";
import { FormFailure } from "#/components/form/form-failure.tsx";
import { useDeleteAccount } from "./api.ts";
import { messages } from "./messages.ts";
import { CurrentPassword } from "./with-password.tsx";

type DeleteDialogProps = { onDeleted: () => void; onClose: () => void };

/** Says what a deletion ends, asks for the password, then deletes the account. */
export function DeleteDialog({ onDeleted, onClose }: DeleteDialogProps) {
  const remove = useDeleteAccount();
  return (
    <FormDialog
      danger
      title={messages.deleteTitle}
      keepLabel={messages.keep}
      submitLabel={messages.deleteConfirm}
      busyText={remove.isPending && messages.deleting}
      schema={deleteUserSchema}
      defaults={{ password: "" }}
      onSubmit={(values) => remove.mutate(values, { onSuccess: onDeleted })}
      onClose={onClose}
    >
      <chakra.ul ps={5} listStyleType="disc" color="fg.muted">
        {messages.deleteFacts.map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </chakra.ul>
      <CurrentPassword name="password" />
      <FormFailure error={remove.error} fallback={messages.unchanged} />
    </FormDialog>
  );
}
