import { chakra } from "@chakra-ui/react/styled-system";
import { useState } from "react";
import { Controller, useForm, useWatch, type FieldErrors } from "react-hook-form";
import { Button } from "#/components/ui/button.tsx";
import { zodResolver } from "@hookform/resolvers/zod";
import { notify } from "#/stores/notice-store.ts";
import { quickSignUpSchema, type SignUpInput, type SignUpValues } from "./sign-up-schema.ts";
import { toRegistration } from "./to-registration.ts";
import type { ProductionCheckout } from "./use-email-checkout.ts";
import type { SignUpCheckout } from "./use-sign-up-checkout.ts";
import { AccountFields } from "./account-fields.tsx";
import { CheckoutConsent } from "./checkout-consent.tsx";
import { PlanCards } from "./plan-cards.tsx";
import { RenewalNote } from "./renewal-note.tsx";
import { messages } from "./messages.ts";

const Form = chakra("form", { base: { display: "flex", flexDirection: "column", gap: 4 } });

const resolver = zodResolver(quickSignUpSchema);

/** Plans of the sign-up panel. */
export const panelPlans = ["monthly", "annual"] as const;

const defaults = {
  email: "",
  username: "",
  password: "",
  phone: "",
  consent: false,
  plan: "monthly",
} as const;

const failureOf = (values: SignUpInput, errors: FieldErrors<SignUpInput>) => {
  if (!values.email || !values.username || !values.password) return messages.fillFields;
  const found = Object.values(errors).find((error) => typeof error?.message === "string");
  return found?.message?.toString() ?? messages.checkFields;
};

const sayStrict = () => notify({ title: messages.strictTitle, description: messages.strictText });

type QuickSignUpProps = { checkout: SignUpCheckout; production: ProductionCheckout };

/** The quick sign-up; its own submit creates nothing, its two buttons do. */
export const QuickSignUp = ({ checkout, production }: QuickSignUpProps) => {
  const form = useForm<SignUpInput, unknown, SignUpValues>({ resolver, defaultValues: defaults });
  const plan = useWatch({ control: form.control, name: "plan" });
  const [isChecking, setIsChecking] = useState(false);
  const creating = checkout.isPending || form.formState.isSubmitting;
  const paying = production.isPending || isChecking;
  const busy = creating || paying;
  const create = form.handleSubmit(
    (values) => checkout.submit(toRegistration(values, "production_signup_form")),
    (errors) =>
      notify({
        title: messages.formFailed,
        description: failureOf(form.getValues(), errors),
        kind: "error",
      }),
  );
  const pay = async () => {
    const { email, username, password } = form.getValues();
    // Username and password are optional here; the address and the terms are not.
    const filled = username || password ? (["username", "password"] as const) : [];
    const given = email === "" ? [] : (["email"] as const);
    setIsChecking(true);
    const isValid = await form.trigger(["consent", ...given, ...filled]);
    setIsChecking(false);
    if (!isValid) return;
    production.start({ email: email.trim(), username, password, plan });
  };
  return (
    <Form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        sayStrict();
      }}
    >
      <Controller
        control={form.control}
        name="plan"
        render={({ field }) => (
          <PlanCards
            plans={panelPlans}
            value={field.value === "annual" ? "annual" : "monthly"}
            onChange={field.onChange}
            compact
          />
        )}
      />
      <AccountFields form={form} withPhone={false} />
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
      {/* The one that Enter in a field presses; the two buttons below are no submit buttons. */}
      <button type="submit" hidden aria-hidden tabIndex={-1} />
      <Button
        variant="primary"
        size="lg"
        disabled={busy}
        onClick={() => void create()}
        busyText={creating && messages.processing}
      >
        {messages.createAndCheckout}
      </Button>
      <Button
        size="lg"
        disabled={busy}
        onClick={() => void pay()}
        busyText={paying && messages.processing}
      >
        {messages.productionCheckout}
      </Button>
    </Form>
  );
};
