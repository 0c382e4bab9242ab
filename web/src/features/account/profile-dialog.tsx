import { Input } from "#/components/form/input.tsx";
import type { User } from "@orbline/proto/http/user";
import { useForm } from "react-hook-form";
import { Field } from "#/components/form/field.tsx";
import { FormDialog } from "#/components/form/form-dialog.tsx";
import { FormFailure } from "#/components/form/form-failure.tsx";
import { zodResolver } from "@hookform/resolvers/zod";
import { notify } from "#/stores/notice-store.ts";
import { useUpdateUser } from "./api.ts";
import { type ProfileForm, type ProfileFormInput, profileFormSchema } from "./forms.ts";
import { CurrentPassword } from "./current-password.tsx";
import { messages } from "./messages.ts";

const resolver = zodResolver(profileFormSchema);

/** Only what is different from the account goes out; an emptied phone is removed. */
const changesOf = (user: User, { email, phone }: Omit<ProfileForm, "currentPassword">) => ({
  ...(email !== undefined && email !== user.email && { email }),
  ...((phone ?? null) !== user.phone && { phone: phone ?? "" }),
});

type ProfileDialogProps = { user: User; onUser: (user: User) => void; onClose: () => void };

/** Changes the e-mail or the phone of the account. */
export const ProfileDialog = ({ user, onUser, onClose }: ProfileDialogProps) => {
  const update = useUpdateUser({ onUser });
  const form = useForm<ProfileFormInput, unknown, ProfileForm>({
    resolver,
    defaultValues: { email: user.email ?? "", phone: user.phone ?? "", currentPassword: "" },
  });
  const { errors, isSubmitting } = form.formState;
  const onSuccess = () => {
    notify({ title: messages.savedTitle });
    onClose();
  };
  const submit = form.handleSubmit(({ currentPassword, ...values }) => {
    const changes = changesOf(user, values);
    if (Object.keys(changes).length === 0)
      return form.setError("email", { message: messages.nothingChanged });
    return update.mutate({ currentPassword, ...changes }, { onSuccess });
  });
  return (
    <FormDialog
      title={messages.changeTitle}
      description={messages.changeLead}
      closeLabel={messages.close}
      keepLabel={messages.keep}
      submitLabel={messages.save}
      busyText={(update.isPending || isSubmitting) && messages.saving}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label={messages.email} error={errors.email?.message}>
        <Input type="email" autoComplete="email" {...form.register("email")} />
      </Field>
      <Field label={messages.phone} help={messages.phoneHelp} error={errors.phone?.message}>
        <Input type="tel" autoComplete="tel" {...form.register("phone")} />
      </Field>
      <CurrentPassword
        help={messages.currentPasswordHelp}
        error={errors.currentPassword?.message}
        {...form.register("currentPassword")}
      />
      <FormFailure error={update.error} fallback={messages.unchanged} />
    </FormDialog>
  );
};
