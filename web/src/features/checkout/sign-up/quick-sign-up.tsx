import { chakra } from "@chakra-ui/react/styled-system";
import type { Register } from "@orbline/proto/http/identity/auth";
import { useState } from "react";
import type { FieldErrors, UseFormReturn } from "react-hook-form";
import type { z } from "zod";
import {
  ConsentField,
  EmailField,
  NewPasswordField,
  UsernameField,
} from "#/components/form/form-fields.tsx";
import { Form } from "#/components/form/form.tsx";
import { Button } from "#/components/ui/button.tsx";
import { toRegistration } from "#/shared/sign-up.ts";
import { notify } from "#/stores/toast-store.ts";
import type { quickSignUpSchema } from "../forms.ts";
import { messages } from "../messages.ts";
import { signUpMessages } from "./messages.ts";
import { PlanField } from "#/components/form/plan-cards.tsx";
import { SecurePage } from "../order-notes.tsx";
import { OrderTerms } from "../order-terms.tsx";
import { notifyRefusal, type Checkout } from "../use-checkout.ts";

type Input = z.input<typeof quickSignUpSchema>;
type Output = z.output<typeof quickSignUpSchema>;

export const panelPlans = ["monthly", "annual"] as const;

const defaults: Input = { email: "", username: "", password: "", consent: false, plan: "monthly" };

/** An order of the production checkout; the account is optional, and a missing email is refused with a toast. */
export type ProductionOrder = Pick<Input, "email" | "plan"> & Partial<Input>;

type QuickSignUpProps = { checkout: Checkout<Register>; production: Checkout<ProductionOrder> };

/** The quick sign-up. As specified, submitting the form only shows a toast; its two buttons do the work. */
export function QuickSignUp(props: QuickSignUpProps) {
  return (
    <Form
      schema={async () => (await import("../forms.ts")).quickSignUpSchema}
      defaults={defaults}
      error={props.checkout.error ?? props.production.error}
      onSubmit={announceStrict}
      onInvalid={announceStrict}
    >
      {(form) => (
        <>
          <PlanField plans={panelPlans} />
          <EmailField />
          <UsernameField />
          <NewPasswordField />
          <OrderTerms plan={form.watch("plan")} />
          <ConsentField beginning={signUpMessages.agreement} />
          {/* Enter in a field presses this one; the two visible buttons are no submit buttons. */}
          <button type="submit" hidden aria-hidden tabIndex={-1} />
          <Buttons form={form} {...props} />
        </>
      )}
    </Form>
  );
}

type ButtonsProps = QuickSignUpProps & { form: UseFormReturn<Input, unknown, Output> };

function Buttons({ form, checkout, production }: ButtonsProps) {
  const [isChecking, setIsChecking] = useState(false);
  const isPaying = production.isPending || isChecking;
  const isBusy = checkout.isPending || isPaying;

  const create = form.handleSubmit(
    (values) => checkout.start(toRegistration(values, "production_signup_form")),
    (errors) => notifyRefusal(failureOf(form.getValues(), errors), signUpMessages.formFailed),
  );

  const pay = async () => {
    const values = form.getValues();
    // A missing email is refused before a missing consent.
    if (values.email === "") return production.start(values);
    // The consent is required; an email and an account are checked only where they are filled in.
    const filled = (["email", "username", "password"] as const).filter((name) => values[name]);
    const account = filled.some((name) => name !== "email")
      ? (["username", "password"] as const)
      : [];
    setIsChecking(true);
    const isValid = await form.trigger([...filled, ...account, "consent"], { shouldFocus: true });
    setIsChecking(false);
    return isValid && production.start(values);
  };

  return (
    <>
      <Button
        variant="primary"
        size="lg"
        disabled={isBusy}
        onClick={() => void create()}
        busyText={checkout.isPending && messages.processing}
      >
        {messages.createAndCheckout}
      </Button>
      <SecurePage />
      <chakra.div display="grid" textAlign="center">
        <chakra.span textStyle="small" color="fg.muted">
          {signUpMessages.productionNote}
        </chakra.span>
        <Button
          variant="ghost"
          disabled={isBusy}
          onClick={() => void pay()}
          busyText={isPaying && messages.processing}
        >
          {signUpMessages.productionCheckout}
        </Button>
      </chakra.div>
    </>
  );
}

function failureOf({ email, username, password }: Input, errors: FieldErrors<Input>): string {
  if (!email || !username || !password) return signUpMessages.fillFields;
  const [first] = Object.values(errors).flatMap((error) => error?.message ?? []);
  return first ?? signUpMessages.checkFields;
}

function announceStrict() {
  notify({ title: signUpMessages.strictTitle, description: signUpMessages.strictText });
}
