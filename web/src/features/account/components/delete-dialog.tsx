import { chakra } from "@chakra-ui/react/styled-system";
import { useId } from "react";
import { useForm } from "react-hook-form";
import { Button } from "../../../components/ui/button.tsx";
import { FormFailure } from "../../../components/ui/form-failure.tsx";
import { Sheet } from "../../../components/ui/sheet.tsx";
import { lazyResolver } from "../../../lib/lazy-resolver.ts";
import { accountTexts as texts } from "../../../texts/account.ts";
import { useDeleteAccount } from "../api.ts";
import type { DeleteForm } from "../forms.ts";
import { CurrentPassword } from "./current-password.tsx";

const Form = chakra("form", { base: { display: "flex", flexDirection: "column", gap: 4 } });

const resolver = lazyResolver<DeleteForm, DeleteForm>(
  async () => (await import("../forms.ts")).deleteFormSchema,
);

type DeleteDialogProps = { onDeleted: () => void; onClose: () => void };

/** Says what a deletion ends, asks for the password, then deletes. */
export const DeleteDialog = ({ onDeleted, onClose }: DeleteDialogProps) => {
  const id = useId();
  const remove = useDeleteAccount();
  const form = useForm<DeleteForm>({ resolver, defaultValues: { password: "" } });
  const submit = form.handleSubmit((values) => remove.mutate(values, { onSuccess: onDeleted }));
  return (
    <Sheet
      alert
      title={texts.deleteTitle}
      closeLabel={texts.close}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{texts.keep}</Button>
          <Button
            type="submit"
            form={id}
            variant="dangerSolid"
            busyText={remove.isPending && texts.deleting}
          >
            {texts.deleteConfirm}
          </Button>
        </>
      }
    >
      <Form id={id} noValidate onSubmit={(event) => void submit(event)}>
        <chakra.ul ps={5} listStyleType="disc" color="fg.muted">
          {texts.deleteFacts.map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        </chakra.ul>
        <CurrentPassword
          error={form.formState.errors.password?.message}
          {...form.register("password")}
        />
        <FormFailure error={remove.error} fallback={texts.unchanged} />
      </Form>
    </Sheet>
  );
};
