import { chakra } from "@chakra-ui/react/styled-system";
import { useForm, useWatch } from "react-hook-form";
import { Button } from "../../../components/ui/button.tsx";
import { FormFailure } from "../../../components/ui/form-failure.tsx";
import { NewPasswordFields } from "../../../components/ui/new-password-fields.tsx";
import { lazyResolver } from "../../../lib/lazy-resolver.ts";
import { linkTexts as texts } from "../../../texts/mailed-links.ts";
import type { SetPasswordForm as Values } from "../link-forms.ts";

const Form = chakra("form", { base: { display: "flex", flexDirection: "column", gap: 4 } });

const resolver = lazyResolver<Values, Values>(
  async () => (await import("../link-forms.ts")).setPasswordFormSchema,
);

type SetPasswordFormProps = {
  onSubmit: (password: string) => void;
  isPending: boolean;
  error: unknown;
};

/** The new password of a mailed link's account. */
export const SetPasswordForm = ({ onSubmit, isPending, error }: SetPasswordFormProps) => {
  const form = useForm<Values>({
    resolver,
    defaultValues: { password: "", confirmPassword: "" },
  });
  const { errors } = form.formState;
  const password = useWatch({ control: form.control, name: "password" });
  const submit = form.handleSubmit((values) => onSubmit(values.password));
  return (
    <Form noValidate onSubmit={(event) => void submit(event)}>
      <NewPasswordFields
        password={password}
        passwordInput={form.register("password")}
        passwordError={errors.password?.message}
        confirmInput={form.register("confirmPassword")}
        confirmError={errors.confirmPassword?.message}
      />
      <FormFailure error={error} fallback={texts.failed} />
      <Button type="submit" variant="primary" size="lg" busyText={isPending && texts.saving}>
        {texts.savePassword}
      </Button>
    </Form>
  );
};
