import { Input } from "#/components/form/input.tsx";
import { chakra } from "@chakra-ui/react/styled-system";
import { useForm, useWatch } from "react-hook-form";
import { Button } from "#/components/ui/button.tsx";
import { Field } from "#/components/form/field.tsx";
import { FormFailure } from "#/components/form/form-failure.tsx";
import { NewPasswordFields } from "#/components/form/new-password-fields.tsx";
import { zodResolver } from "@hookform/resolvers/zod";
import {
  type SetPasswordForm as Values,
  setPasswordFormSchema,
  type SetPasswordInput,
} from "./forms.ts";
import { linkMessages } from "./messages.ts";

const Form = chakra("form", { base: { display: "flex", flexDirection: "column", gap: 4 } });

const resolver = zodResolver(setPasswordFormSchema);

type SetPasswordFormProps = {
  onSubmit: (password: string, username: string | undefined) => void;
  isPending: boolean;
  error: unknown;
  /** Offers a username too, for an account that was opened without one. */
  withUsername?: boolean;
};

/** The new password of a mailed link's account. */
export const SetPasswordForm = ({
  onSubmit,
  isPending,
  error,
  withUsername = false,
}: SetPasswordFormProps) => {
  const form = useForm<SetPasswordInput, unknown, Values>({
    resolver,
    defaultValues: { username: "", password: "", confirmPassword: "" },
  });
  const { errors, isSubmitting } = form.formState;
  const password = useWatch({ control: form.control, name: "password" });
  const submit = form.handleSubmit((values) => onSubmit(values.password, values.username));
  return (
    <Form noValidate onSubmit={(event) => void submit(event)}>
      {withUsername && (
        <Field
          label={linkMessages.usernameOptional}
          help={linkMessages.usernameHelp}
          error={errors.username?.message}
        >
          <Input autoComplete="username" autoCapitalize="none" {...form.register("username")} />
        </Field>
      )}
      <NewPasswordFields
        password={password}
        passwordInput={form.register("password")}
        passwordError={errors.password?.message}
        confirmInput={form.register("confirmPassword")}
        confirmError={errors.confirmPassword?.message}
      />
      <FormFailure error={error} fallback={linkMessages.failed} />
      <Button
        type="submit"
        variant="primary"
        size="lg"
        busyText={(isPending || isSubmitting) && linkMessages.saving}
      >
        {linkMessages.savePassword}
      </Button>
    </Form>
  );
};
