import { Input } from "#/components/form/input.tsx";
import { chakra } from "@chakra-ui/react/styled-system";
import { useForm, useWatch } from "react-hook-form";
import { Button } from "#/components/ui/button.tsx";
import { Field } from "#/components/form/field.tsx";
import { NewPasswordFields } from "#/components/form/new-password-fields.tsx";
import { errorText } from "#/lib/api-client.ts";
import { lazyResolver } from "#/lib/lazy-resolver.ts";
import { referralCode } from "#/shared/referral.ts";
import { notify } from "#/stores/notice-store.ts";
import { authTexts } from "#/texts/auth.ts";
import { linkTexts as texts } from "#/texts/mailed-links.ts";
import type { ConvertForm, ConvertFormInput } from "#/features/auth/link-forms.ts";
import { useConvertWaitlist } from "#/features/auth/links-api.ts";
import { Consent } from "./consent.tsx";

const Form = chakra("form", { base: { display: "flex", flexDirection: "column", gap: 4 } });

const resolver = lazyResolver<ConvertFormInput, ConvertForm>(
  async () => (await import("#/features/auth/link-forms.ts")).convertFormSchema,
);

const welcome = () => notify({ title: texts.convertedTitle, description: texts.converted });

const refuse = (error: unknown) =>
  notify({
    title: texts.conversionFailed,
    description: errorText(error, texts.conversionFailed),
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
      <Field label={authTexts.username} error={errors.username?.message}>
        <Input autoComplete="username" autoCapitalize="none" {...form.register("username")} />
      </Field>
      <Field label={texts.phoneOptional} error={errors.phone?.message}>
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
        ending={texts.consentEnding}
        error={errors.consent?.message}
        {...form.register("consent")}
      />
      <Button
        type="submit"
        variant="primary"
        size="lg"
        busyText={(convert.isPending || isSubmitting) && texts.converting}
      >
        {texts.convert}
      </Button>
    </Form>
  );
};
