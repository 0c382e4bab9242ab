import { useForm, useWatch } from "react-hook-form";
import { FormDialog } from "#/components/form/form-dialog.tsx";
import { FormFailure } from "#/components/form/form-failure.tsx";
import { NewPasswordFields } from "#/components/form/new-password-fields.tsx";
import { zodResolver } from "@hookform/resolvers/zod";
import { notify } from "#/stores/notice-store.ts";
import { useChangePassword } from "./api.ts";
import { type PasswordForm, passwordFormSchema } from "./forms.ts";
import { CurrentPassword } from "./current-password.tsx";
import { messages } from "./messages.ts";

const resolver = zodResolver(passwordFormSchema);

/** Changes the password of the account. */
export const PasswordDialog = ({ onClose }: { onClose: () => void }) => {
  const change = useChangePassword();
  const form = useForm<PasswordForm>({
    resolver,
    defaultValues: { currentPassword: "", newPassword: "", confirmPassword: "" },
  });
  const { errors, isSubmitting } = form.formState;
  const typed = useWatch({ control: form.control, name: "newPassword" });
  const onSuccess = () => {
    notify({ title: messages.passwordSavedTitle, description: messages.passwordSaved });
    onClose();
  };
  return (
    <FormDialog
      title={messages.changePassword}
      description={messages.passwordLead}
      closeLabel={messages.close}
      keepLabel={messages.keep}
      submitLabel={messages.savePassword}
      busyText={(change.isPending || isSubmitting) && messages.saving}
      onSubmit={form.handleSubmit(({ currentPassword, newPassword }) =>
        change.mutate({ currentPassword, newPassword }, { onSuccess }),
      )}
      onClose={onClose}
    >
      <CurrentPassword
        error={errors.currentPassword?.message}
        {...form.register("currentPassword")}
      />
      <NewPasswordFields
        password={typed}
        passwordInput={form.register("newPassword")}
        passwordError={errors.newPassword?.message}
        confirmInput={form.register("confirmPassword")}
        confirmError={errors.confirmPassword?.message}
      />
      <FormFailure error={change.error} fallback={messages.unchanged} />
    </FormDialog>
  );
};
