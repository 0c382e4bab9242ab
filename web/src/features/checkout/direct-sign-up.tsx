import { Input } from "#/components/form/input.tsx";
import { chakra } from "@chakra-ui/react/styled-system";
import { useState } from "react";
import { Button } from "#/components/ui/button.tsx";
import { Field } from "#/components/form/field.tsx";
import { useDirectSignup, type ProductionCheckout } from "./use-email-checkout.ts";
import { CheckoutConsent } from "./checkout-consent.tsx";
import { PlanCards } from "./plan-cards.tsx";
import { panelPlans } from "./quick-sign-up.tsx";
import { RenewalNote } from "./renewal-note.tsx";
import { messages } from "./messages.ts";

const Form = chakra("form", { base: { display: "flex", flexDirection: "column", gap: 4 } });

type DirectSignUpProps = { production: ProductionCheckout; onSignup: () => void };

/** The direct checkout: an e-mail is enough, the password comes after the payment. */
export const DirectSignUp = ({ production, onSignup }: DirectSignUpProps) => {
  const checkout = useDirectSignup();
  const [plan, setPlan] = useState<(typeof panelPlans)[number]>("monthly");
  const [email, setEmail] = useState("");
  const [consent, setConsent] = useState(false);
  const [tried, setTried] = useState(false);
  const busy = checkout.isPending || production.isPending;
  const attempt = (send: () => void) => {
    setTried(true);
    // A missing address is said first; the terms then stand in the way of anything that sends.
    if (consent || !email.includes("@")) send();
  };
  return (
    <Form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        attempt(() => checkout.start(email, plan));
      }}
    >
      <PlanCards plans={panelPlans} value={plan} onChange={setPlan} compact />
      <Field label={messages.email} help={messages.directNote}>
        <Input
          type="email"
          autoComplete="email"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
      </Field>
      <RenewalNote plan={plan} />
      <CheckoutConsent
        checked={consent}
        onChange={setConsent}
        error={tried && !consent ? messages.consentMissing : undefined}
      />
      <Button
        type="submit"
        variant="primary"
        size="lg"
        disabled={busy}
        busyText={checkout.isPending && messages.processing}
      >
        {messages.directSubmit}
      </Button>
      <Button
        size="lg"
        disabled={busy}
        onClick={() => {
          setTried(true);
          if (consent || email === "") production.start({ email: email.trim(), plan });
        }}
        busyText={production.isPending && messages.processing}
      >
        {messages.productionCheckout}
      </Button>
      <chakra.p textAlign="center" textStyle="small">
        <Button variant="link" size="inline" onClick={onSignup}>
          {messages.switchToSignup}
        </Button>
      </chakra.p>
    </Form>
  );
};
