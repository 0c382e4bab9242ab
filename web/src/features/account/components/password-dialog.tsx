import { useForm, useWatch } from "react-hook-form";
import { FormDialog } from "#/components/form/form-dialog.tsx";
import { FormFailure } from "#/components/form/form-failure.tsx";
import { NewPasswordFields } from "#/components/form/new-password-fields.tsx";
import { lazyResolver } from "#/lib/lazy-resolver.ts";
import { notify } from "#/stores/notice-store.ts";
import { accountTexts as texts } from "#/texts/account.ts";
import { useChangePassword } from "#/features/account/api.ts";
import type { PasswordForm } from "#/features/account/forms.ts";
import { CurrentPassword } from "./current-password.tsx";

const resolver = lazyResolver<PasswordForm, PasswordForm>(
  async () => (await import("#/features/account/forms.ts")).passwordFormSchema,
);

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
    notify({ title: texts.passwordSavedTitle, description: texts.passwordSaved });
    onClose();
  };
  return (
    <FormDialog
      title={texts.changePassword}
      description={texts.passwordLead}
      closeLabel={texts.close}
      keepLabel={texts.keep}
      submitLabel={texts.savePassword}
      busyText={(change.isPending || isSubmitting) && texts.saving}
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
      <FormFailure error={change.error} fallback={texts.unchanged} />
    </FormDialog>
  );
};
