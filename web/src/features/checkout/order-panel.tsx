import { Input } from "#/components/form/input.tsx";
import { chakra } from "@chakra-ui/react/styled-system";
import type { Plan } from "@orbline/proto/constants/plans";
import { Lock } from "lucide-react";
import { useState, type ReactNode } from "react";
import { Button } from "#/components/ui/button.tsx";
import { Field } from "#/components/form/field.tsx";
import { Panel, PanelBody } from "#/components/ui/panel.tsx";
import { day, money } from "#/lib/format.ts";
import { chargesOf, planPrices } from "#/shared/plans.ts";
import { useHydrated } from "#/lib/use-hydrated.ts";
import { isEmail } from "./is-email.ts";
import { useDirectCheckout } from "./use-direct-checkout.ts";
import { CheckoutConsent } from "./checkout-consent.tsx";
import { RenewalNote } from "./renewal-note.tsx";
import { SignInFirst } from "./sign-in-first.tsx";
import { messages } from "./messages.ts";
import { planTexts } from "#/texts/plans.ts";

const Form = chakra("form", { base: { display: "flex", flexDirection: "column", gap: 4 } });
const Line = chakra("div", {
  base: {
    display: "flex",
    justifyContent: "space-between",
    gap: 3,
    py: 2,
    color: "fg.muted",
    borderBottomWidth: "1px",
    borderColor: "line.subtle",
  },
});
const Sum = chakra("dd", { base: { textStyle: "num", color: "fg" } });

const Lines = ({ plan }: { plan: Plan }) => {
  const hydrated = useHydrated();
  const next = chargesOf(plan, new Date())[1];
  return (
    <dl>
      <Line>
        <dt>{planTexts[plan].name}</dt>
        <Sum>{planTexts[plan].price}</Sum>
      </Line>
      {next?.date !== undefined && (
        <Line>
          <dt>
            {messages.nextCharge} {hydrated && day(next.date)}
          </dt>
          <Sum>{money(next.cents / 100)}</Sum>
        </Line>
      )}
      <Line border={0} color="fg" fontWeight={600} alignItems="center">
        <dt>{messages.dueToday}</dt>
        <Sum textStyle="numLg">{money(planPrices[plan].dueTodayCents / 100)}</Sum>
      </Line>
    </dl>
  );
};

type OrderPanelProps = {
  plan: Plan;
  accountEmail: string | undefined;
  source: string;
  /** What is said of an empty address. */
  emptyEmailText?: string;
  /** Stands above the consent. */
  note?: ReactNode;
};

/** The order with its pay button: with an e-mail on the account one click, else a form for one. */
export const OrderPanel = ({
  plan,
  accountEmail,
  source,
  emptyEmailText = messages.invalidEmail,
  note,
}: OrderPanelProps) => {
  const hydrated = useHydrated();
  const checkout = useDirectCheckout({ source });
  const [email, setEmail] = useState("");
  const [consent, setConsent] = useState(false);
  const [tried, setTried] = useState(false);
  const isMissing = accountEmail === undefined && !isEmail(email);
  const refusal = email.trim() === "" ? emptyEmailText : messages.invalidEmail;
  const emailError = isMissing ? refusal : undefined;
  const consentError = consent ? undefined : messages.consentMissing;
  const pay = () => {
    setTried(true);
    if (emailError ?? consentError) return;
    checkout.start(plan, accountEmail ?? email.trim(), { termsAccepted: true });
  };
  return (
    <Panel title={messages.yourOrder} ticks position={{ lg: "sticky" }} top={{ lg: "80px" }}>
      <PanelBody>
        <Form
          noValidate
          inert={!hydrated}
          onSubmit={(event) => {
            event.preventDefault();
            pay();
          }}
        >
          <Lines plan={plan} />
          <RenewalNote plan={plan} />
          {accountEmail === undefined && (
            <Field label={messages.email} error={tried ? emailError : undefined}>
              <Input
                type="email"
                autoComplete="email"
                value={email}
                onChange={(event) => setEmail(event.target.value)}
              />
            </Field>
          )}
          {note}
          <CheckoutConsent
            checked={consent}
            onChange={setConsent}
            error={tried ? consentError : undefined}
          />
          {checkout.needsAccount && <SignInFirst />}
          <Button
            type="submit"
            variant="primary"
            size="lg"
            busyText={checkout.isPending && messages.processing}
          >
            {accountEmail === undefined ? messages.continueToPayment : messages.subscribe}
          </Button>
          <chakra.p
            display="flex"
            justifyContent="center"
            alignItems="center"
            gap={2}
            textStyle="small"
            color="fg.subtle"
          >
            <Lock size={14} aria-hidden />
            {messages.providerNote}
          </chakra.p>
        </Form>
      </PanelBody>
    </Panel>
  );
};
