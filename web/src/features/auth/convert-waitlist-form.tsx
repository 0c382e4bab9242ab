import { Input } from "#/components/form/input.tsx";
import { chakra } from "@chakra-ui/react/styled-system";
import { useForm, useWatch } from "react-hook-form";
import { Button } from "#/components/ui/button.tsx";
import { Field } from "#/components/form/field.tsx";
import { NewPasswordFields } from "#/components/form/new-password-fields.tsx";
import { errorText } from "#/lib/api.ts";
import { zodResolver } from "@hookform/resolvers/zod";
import { referralCode } from "#/shared/referral.ts";
import { notify } from "#/stores/notice-store.ts";
import { type ConvertForm, type ConvertFormInput, convertFormSchema } from "./forms.ts";
import { useConvertWaitlist } from "./api.ts";
import { Consent } from "./consent.tsx";
import { messages, linkMessages } from "./messages.ts";

const Form = chakra("form", { base: { display: "flex", flexDirection: "column", gap: 4 } });

const resolver = zodResolver(convertFormSchema);

const welcome = () =>
  notify({ title: linkMessages.convertedTitle, description: linkMessages.converted });

const refuse = (error: unknown) =>
  notify({
    title: linkMessages.conversionFailed,
    description: errorText(error, linkMessages.conversionFailed),
    kind: "error",
  });

const defaults = { username: "", password: "", confirmPassword: "", phone: "" };

/** Makes an account of a waitlist entry; its address comes with the mailed link. */
export const ConvertWaitlistForm = ({ token }: { token: string }) => {
  const convert = useConvertWaitlist();
  const form = useForm<ConvertFormInput, unknown, ConvertForm>({
    resolver,
    defaultValues: defaults,
  });
  const { errors, isSubmitting } = form.formState;
  const password = useWatch({ control: form.control, name: "password" });
  const submit = form.handleSubmit(({ username, password: secret, phone, consent }) => {
    const affiliateCode = referralCode();
    convert.mutate(
      {
        token,
        username,
        password: secret,
        termsAccepted: consent,
        ...(phone && { phone }),
        ...(affiliateCode && { affiliateCode }),
      },
      { onSuccess: welcome, onError: refuse },
    );
  });
  return (
    <Form noValidate onSubmit={(event) => void submit(event)}>
      <Field label={messages.username} error={errors.username?.message}>
        <Input autoComplete="username" autoCapitalize="none" {...form.register("username")} />
      </Field>
      <Field label={linkMessages.phoneOptional} error={errors.phone?.message}>
        <Input type="tel" autoComplete="tel" {...form.register("phone")} />
      </Field>
      <NewPasswordFields
        password={password}
        passwordInput={form.register("password")}
        passwordError={errors.password?.message}
        confirmInput={form.register("confirmPassword")}
        confirmError={errors.confirmPassword?.message}
      />
      <Consent
        ending={linkMessages.consentEnding}
        error={errors.consent?.message}
        {...form.register("consent")}
      />
      <Button
        type="submit"
        variant="primary"
        size="lg"
        busyText={(convert.isPending || isSubmitting) && linkMessages.converting}
      >
        {linkMessages.convert}
      </Button>
    </Form>
  );
};
