import { Input } from "#/components/form/input.tsx";
import { chakra } from "@chakra-ui/react/styled-system";
import { MailCheck } from "lucide-react";
import { useForm } from "react-hook-form";
import { Button } from "#/components/ui/button.tsx";
import { Field } from "#/components/form/field.tsx";
import { FormFailure } from "#/components/form/form-failure.tsx";
import { EmptyState } from "#/components/feedback/states.tsx";
import { zodResolver } from "@hookform/resolvers/zod";
import { type EmailForm as Values, emailFormSchema } from "./forms.ts";
import type { useForgotPassword } from "./api.ts";
import { messages, linkMessages } from "./messages.ts";

const Form = chakra("form", { base: { display: "flex", flexDirection: "column", gap: 4 } });

const resolver = zodResolver(emailFormSchema);

type EmailFormProps = {
  send: Pick<ReturnType<typeof useForgotPassword>, "mutate" | "isPending" | "error">;
  isSent: boolean;
  onSent: () => void;
  /** What is said once the mail is on its way. */
  sentText: string;
  button: string;
  busy: string;
};

/** Asks for an address, has a link mailed to it, and then says no more than that. */
export const EmailForm = ({ send, isSent, onSent, sentText, button, busy }: EmailFormProps) => {
  const form = useForm<Values>({ resolver, defaultValues: { email: "" } });
  const submit = form.handleSubmit((values) => send.mutate(values, { onSuccess: onSent }));
  if (isSent)
    return (
      <div role="status">
        <EmptyState icon={<MailCheck size={24} />} title={linkMessages.sentTitle} text={sentText} />
      </div>
    );
  return (
    <Form noValidate onSubmit={(event) => void submit(event)}>
      <Field label={messages.email} error={form.formState.errors.email?.message}>
        <Input type="email" autoComplete="email" {...form.register("email")} />
      </Field>
      <FormFailure error={send.error} fallback={linkMessages.failed} />
      <Button
        type="submit"
        variant="primary"
        size="lg"
        busyText={(send.isPending || form.formState.isSubmitting) && busy}
      >
        {button}
      </Button>
    </Form>
  );
};
