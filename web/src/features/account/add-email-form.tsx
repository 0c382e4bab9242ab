import { Input } from "#/components/form/input.tsx";
import { chakra } from "@chakra-ui/react/styled-system";
import type { User } from "@orbline/proto/http/user";
import { useForm } from "react-hook-form";
import { Button } from "#/components/ui/button.tsx";
import { Field } from "#/components/form/field.tsx";
import { FormFailure } from "#/components/form/form-failure.tsx";
import { zodResolver } from "@hookform/resolvers/zod";
import { useUpdateUser } from "./api.ts";
import { type AddEmailForm as Values, addEmailFormSchema } from "./forms.ts";
import { CurrentPassword } from "./current-password.tsx";
import { messages } from "./messages.ts";

const Form = chakra("form", { base: { display: "flex", flexDirection: "column", gap: 4 } });

const resolver = zodResolver(addEmailFormSchema);

/** The step before the plans for an account that has no address yet. */
export const AddEmailForm = ({ onUser }: { onUser: (user: User) => void }) => {
  const update = useUpdateUser({ onUser });
  const form = useForm<Values>({ resolver, defaultValues: { email: "", currentPassword: "" } });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit((values) => update.mutate(values));
  return (
    <Form noValidate onSubmit={(event) => void submit(event)}>
      <Field label={messages.email} error={errors.email?.message}>
        <Input type="email" autoComplete="email" {...form.register("email")} />
      </Field>
      <CurrentPassword
        error={errors.currentPassword?.message}
        {...form.register("currentPassword")}
      />
      <FormFailure error={update.error} fallback={messages.addEmailFailed} />
      <Button
        type="submit"
        variant="primary"
        size="lg"
        busyText={(update.isPending || isSubmitting) && messages.saving}
      >
        {messages.addEmail}
      </Button>
    </Form>
  );
};
