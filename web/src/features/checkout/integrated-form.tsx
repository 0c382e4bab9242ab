import { chakra } from "@chakra-ui/react/styled-system";
import { Controller, useForm } from "react-hook-form";
import { Button } from "#/components/ui/button.tsx";
import { zodResolver } from "@hookform/resolvers/zod";
import { notify } from "#/stores/notice-store.ts";
import { integratedSchema, type SignUpInput, type SignUpValues } from "./sign-up-schema.ts";
import { toRegistration } from "./to-registration.ts";
import type { SignUpCheckout } from "./use-sign-up-checkout.ts";
import { AccountFields } from "./account-fields.tsx";
import { CheckoutConsent } from "./checkout-consent.tsx";
import { RenewalNote } from "./renewal-note.tsx";
import { messages } from "./messages.ts";

const Form = chakra("form", { base: { display: "flex", flexDirection: "column", gap: 4 } });

const resolver = zodResolver(integratedSchema);

const empty = { email: "", username: "", password: "", phone: "", consent: false };

const announceMissing = ({ email, username, password, phone }: SignUpInput) => {
  if (email && username && password && phone) return;
  notify({ title: messages.checkoutError, description: messages.allFieldsRequired, kind: "error" });
};

type IntegratedFormProps = { plan: "monthly" | "annual"; checkout: SignUpCheckout };

/** A new account and its checkout of one plan, every field required. */
export const IntegratedForm = ({ plan, checkout }: IntegratedFormProps) => {
  const form = useForm<SignUpInput, unknown, SignUpValues>({
    resolver,
    defaultValues: { ...empty, plan },
  });
  const submit = form.handleSubmit(
    (values) => checkout.submit(toRegistration(values, `integrated_${plan}_checkout`)),
    () => announceMissing(form.getValues()),
  );
  return (
    <Form noValidate onSubmit={(event) => void submit(event)}>
      <AccountFields form={form} withPhone />
      <RenewalNote plan={plan} />
      <Controller
        control={form.control}
        name="consent"
        render={({ field }) => (
          <CheckoutConsent
            checked={field.value}
            onChange={field.onChange}
            error={form.formState.errors.consent?.message}
          />
        )}
      />
      <Button
        type="submit"
        variant="primary"
        size="lg"
        busyText={(checkout.isPending || form.formState.isSubmitting) && messages.processing}
      >
        {messages.createAndCheckout}
      </Button>
    </Form>
  );
};
