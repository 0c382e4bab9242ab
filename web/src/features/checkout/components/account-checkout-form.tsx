import { Input } from "@chakra-ui/react/input";
import { chakra } from "@chakra-ui/react/styled-system";
import type { Plan } from "@orbline/proto/http/fields";
import { Controller, useForm, useWatch } from "react-hook-form";
import { Button } from "../../../components/ui/button.tsx";
import { Field } from "../../../components/ui/field.tsx";
import { PasswordInput } from "../../../components/ui/password-input.tsx";
import { lazyResolver } from "../../../lib/lazy-resolver.ts";
import { referralCode } from "../../../lib/referral.ts";
import { checkoutTexts as texts } from "../../../texts/checkout.ts";
import type { SignUpInput, SignUpValues } from "../sign-up-schema.ts";
import type { SignUpCheckout } from "../use-sign-up-checkout.ts";
import { CheckoutConsent } from "./checkout-consent.tsx";
import { PlanCards } from "./plan-cards.tsx";
import { RenewalNote } from "./renewal-note.tsx";

const Form = chakra("form", { base: { display: "flex", flexDirection: "column", gap: 4 } });

const resolvers = {
  quick: lazyResolver<SignUpInput, SignUpValues>(
    async () => (await import("../sign-up-schema.ts")).quickSignUpSchema,
  ),
  integrated: lazyResolver<SignUpInput, SignUpValues>(
    async () => (await import("../sign-up-schema.ts")).integratedSchema,
  ),
};

type AccountCheckoutFormProps = {
  /** The integrated form asks for a phone number too. */
  kind: keyof typeof resolvers;
  plans: readonly Plan[];
  source: string;
  checkout: SignUpCheckout;
  /** Told when a needed field is empty. */
  onMissing: () => void;
};

const empty = { email: "", username: "", password: "", phone: "", consent: false };

const isIncomplete = (values: SignUpInput, kind: keyof typeof resolvers) =>
  !values.email || !values.username || !values.password || (kind === "integrated" && !values.phone);

const toRegistration = (values: SignUpValues, source: string) => {
  const affiliateCode = referralCode();
  const { email, username, password, plan, consent } = values;
  return {
    email,
    username,
    password,
    plan,
    phone: values.phone || "000-000-0000",
    subscribe: true,
    termsAccepted: consent,
    source,
    ...(affiliateCode === undefined ? {} : { affiliateCode }),
  };
};

/** A new account and its checkout from one form. */
export const AccountCheckoutForm = (props: AccountCheckoutFormProps) => {
  const { kind, plans, source, checkout, onMissing } = props;
  const form = useForm<SignUpInput, unknown, SignUpValues>({
    resolver: resolvers[kind],
    defaultValues: { ...empty, plan: plans[0] ?? "monthly" },
  });
  const { errors } = form.formState;
  const plan = useWatch({ control: form.control, name: "plan" });
  const submit = form.handleSubmit(
    (values) => checkout.submit(toRegistration(values, source)),
    () => {
      if (isIncomplete(form.getValues(), kind)) onMissing();
    },
  );
  return (
    <Form noValidate onSubmit={(event) => void submit(event)}>
      {plans.length > 1 && (
        <Controller
          control={form.control}
          name="plan"
          render={({ field }) => (
            <PlanCards plans={plans} value={field.value} onChange={field.onChange} compact />
          )}
        />
      )}
      <Field label={texts.email} error={errors.email?.message}>
        <Input type="email" autoComplete="email" {...form.register("email")} />
      </Field>
      <Field label={texts.username} error={errors.username?.message}>
        <Input autoComplete="username" autoCapitalize="none" {...form.register("username")} />
      </Field>
      <Field label={texts.password} error={errors.password?.message}>
        <PasswordInput
          autoComplete="new-password"
          showLabel={texts.showPassword}
          hideLabel={texts.hidePassword}
          {...form.register("password")}
        />
      </Field>
      {kind === "integrated" && (
        <Field label={texts.phone} error={errors.phone?.message}>
          <Input type="tel" autoComplete="tel" {...form.register("phone")} />
        </Field>
      )}
      <RenewalNote plan={plan} />
      <Controller
        control={form.control}
        name="consent"
        render={({ field }) => (
          <CheckoutConsent
            checked={field.value}
            onChange={field.onChange}
            error={errors.consent?.message}
          />
        )}
      />
      <Button
        type="submit"
        variant="primary"
        size="lg"
        busyText={checkout.isPending && texts.processing}
      >
        {texts.createAndCheckout}
      </Button>
    </Form>
  );
};
