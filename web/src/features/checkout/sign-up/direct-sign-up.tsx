import { chakra } from "@chakra-ui/react/styled-system";
import type { DirectSignup } from "@orbline/proto/http/billing/checkout";
import { ConsentField, EmailField, SubmitButton } from "#/components/form/form-fields.tsx";
import { Form } from "#/components/form/form.tsx";
import { Button } from "#/components/ui/button.tsx";
import { orderOf } from "../api.ts";
import { messages } from "../messages.ts";
import { signUpMessages } from "./messages.ts";
import { PlanField } from "#/components/form/plan-cards.tsx";
import { panelPlans, type ProductionOrder } from "./quick-sign-up.tsx";
import { SecurePage } from "../order-notes.tsx";
import { OrderTerms } from "../order-terms.tsx";
import { checkoutKinds, notifyRefusal, useCheckout, type Checkout } from "../use-checkout.ts";

type DirectSignUpProps = { production: Checkout<ProductionOrder>; onSignup: () => void };

/** A guest checkout; the password is set after the payment. */
export function DirectSignUp({ production, onSignup }: DirectSignUpProps) {
  const checkout = useCheckout<DirectSignup>(checkoutKinds.directSignup);
  const isBusy = checkout.isPending || production.isPending;
  return (
    <Form
      schema={async () => (await import("../forms.ts")).planOrderSchema}
      defaults={{ plan: "monthly", email: "", consent: false }}
      onSubmit={({ plan, email }) => {
        if (isAddress(email)) checkout.start(orderOf(plan, email, "direct_signup"));
      }}
      onInvalid={({ email }) => isAddress(email)}
    >
      {(form) => (
        <>
          <PlanField plans={panelPlans} />
          <EmailField help={messages.directNote} />
          <OrderTerms plan={form.watch("plan")} />
          <ConsentField beginning={signUpMessages.agreement} />
          <SubmitButton disabled={isBusy} busyText={checkout.isPending && messages.processing}>
            {signUpMessages.directSubmit}
          </SubmitButton>
          <SecurePage />
          <Button
            variant="ghost"
            disabled={isBusy}
            onClick={() =>
              void form.handleSubmit(production.start, () => {
                // A missing email is refused before a missing consent.
                if (form.getValues("email") === "") production.start(form.getValues());
              })()
            }
            busyText={production.isPending && messages.processing}
          >
            {signUpMessages.productionCheckout}
          </Button>
          <chakra.p textAlign="center" textStyle="small">
            <Button variant="link" size="inline" onClick={onSignup}>
              {signUpMessages.switchToSignup}
            </Button>
          </chakra.p>
        </>
      )}
    </Form>
  );
}

/** Whether an address was typed; a toast says what is wrong with it. */
function isAddress(email: string): boolean {
  if (email.includes("@")) return true;
  if (email.trim() === "")
    notifyRefusal(signUpMessages.directEmailText, signUpMessages.directEmailRequired);
  else notifyRefusal(messages.invalidEmail, signUpMessages.directInvalid);
  return false;
}
