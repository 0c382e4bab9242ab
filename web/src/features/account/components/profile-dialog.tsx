import { Input } from "@chakra-ui/react/input";
import { chakra } from "@chakra-ui/react/styled-system";
import type { User } from "@orbline/proto/http/identity";
import { useId } from "react";
import { useForm } from "react-hook-form";
import { Button } from "../../../components/ui/button.tsx";
import { Field } from "../../../components/ui/field.tsx";
import { FormFailure } from "../../../components/ui/form-failure.tsx";
import { Sheet } from "../../../components/ui/sheet.tsx";
import { lazyResolver } from "../../../lib/lazy-resolver.ts";
import { notify } from "../../../stores/notice-store.ts";
import { accountTexts as texts } from "../../../texts/account.ts";
import { useUpdateUser } from "../api.ts";
import type { ProfileForm, ProfileFormInput } from "../forms.ts";
import { CurrentPassword } from "./current-password.tsx";

const Form = chakra("form", { base: { display: "flex", flexDirection: "column", gap: 4 } });

const resolver = lazyResolver<ProfileFormInput, ProfileForm>(
  async () => (await import("../forms.ts")).profileFormSchema,
);

/** Only what is different from the account goes out; an emptied phone is removed. */
const changesOf = (user: User, { email, phone }: ProfileForm) => ({
  ...(email !== undefined && email !== user.email && { email }),
  ...((phone ?? null) !== user.phone && { phone: phone ?? "" }),
});

type ProfileDialogProps = { user: User; onUser: (user: User) => void; onClose: () => void };

/** Changes the e-mail or the phone of the account. */
export const ProfileDialog = ({ user, onUser, onClose }: ProfileDialogProps) => {
  const id = useId();
  const update = useUpdateUser({ onUser });
  const form = useForm<ProfileFormInput, unknown, ProfileForm>({
    resolver,
    defaultValues: { email: user.email ?? "", phone: user.phone ?? "", currentPassword: "" },
  });
  const { errors } = form.formState;
  const submit = form.handleSubmit((values) => {
    const changes = changesOf(user, values);
    if (Object.keys(changes).length === 0)
      return form.setError("email", { message: texts.nothingChanged });
    return update.mutate(
      { currentPassword: values.currentPassword, ...changes },
      {
        onSuccess: () => {
          notify({ title: texts.savedTitle });
          onClose();
        },
      },
    );
  });
  return (
    <Sheet
      title={texts.changeTitle}
      description={texts.changeLead}
      closeLabel={texts.close}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{texts.keep}</Button>
          <Button
            type="submit"
            form={id}
            variant="solid"
            busyText={update.isPending && texts.saving}
          >
            {texts.save}
          </Button>
        </>
      }
    >
      <Form id={id} noValidate onSubmit={(event) => void submit(event)}>
        <Field label={texts.email} error={errors.email?.message}>
          <Input type="email" autoComplete="email" {...form.register("email")} />
        </Field>
        <Field label={texts.phone} help={texts.phoneHelp} error={errors.phone?.message}>
          <Input type="tel" autoComplete="tel" {...form.register("phone")} />
        </Field>
        <CurrentPassword
          help={texts.currentPasswordHelp}
          error={errors.currentPassword?.message}
          {...form.register("currentPassword")}
        />
        <FormFailure error={update.error} fallback={texts.unchanged} />
      </Form>
    </Sheet>
  );
};
