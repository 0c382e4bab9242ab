import { chakra } from "@chakra-ui/react/styled-system";
import { useId } from "react";
import { useForm, useWatch } from "react-hook-form";
import { Button } from "../../../components/ui/button.tsx";
import { FormFailure } from "../../../components/ui/form-failure.tsx";
import { NewPasswordFields } from "../../../components/ui/new-password-fields.tsx";
import { Sheet } from "../../../components/ui/sheet.tsx";
import { lazyResolver } from "../../../lib/lazy-resolver.ts";
import { notify } from "../../../stores/notice-store.ts";
import { accountTexts as texts } from "../../../texts/account.ts";
import { useChangePassword } from "../api.ts";
import type { PasswordForm } from "../forms.ts";
import { CurrentPassword } from "./current-password.tsx";

const Form = chakra("form", { base: { display: "flex", flexDirection: "column", gap: 4 } });

const resolver = lazyResolver<PasswordForm, PasswordForm>(
  async () => (await import("../forms.ts")).passwordFormSchema,
);

/** Changes the password of the account. */
export const PasswordDialog = ({ onClose }: { onClose: () => void }) => {
  const id = useId();
  const change = useChangePassword();
  const form = useForm<PasswordForm>({
    resolver,
    defaultValues: { currentPassword: "", newPassword: "", confirmPassword: "" },
  });
  const { errors } = form.formState;
  const newPassword = useWatch({ control: form.control, name: "newPassword" });
  const submit = form.handleSubmit(({ currentPassword, newPassword: next }) =>
    change.mutate(
      { currentPassword, newPassword: next },
      {
        onSuccess: () => {
          notify({ title: texts.passwordSavedTitle, description: texts.passwordSaved });
          onClose();
        },
      },
    ),
  );
  return (
    <Sheet
      title={texts.changePassword}
      description={texts.passwordLead}
      closeLabel={texts.close}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{texts.keep}</Button>
          <Button
            type="submit"
            form={id}
            variant="solid"
            busyText={change.isPending && texts.saving}
          >
            {texts.savePassword}
          </Button>
        </>
      }
    >
      <Form id={id} noValidate onSubmit={(event) => void submit(event)}>
        <CurrentPassword
          error={errors.currentPassword?.message}
          {...form.register("currentPassword")}
        />
        <NewPasswordFields
          password={newPassword}
          passwordInput={form.register("newPassword")}
          passwordError={errors.newPassword?.message}
          confirmInput={form.register("confirmPassword")}
          confirmError={errors.confirmPassword?.message}
        />
        <FormFailure error={change.error} fallback={texts.unchanged} />
      </Form>
    </Sheet>
  );
};
