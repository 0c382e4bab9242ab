import { Input } from "#/components/form/input.tsx";
import { chakra } from "@chakra-ui/react/styled-system";
import { TriangleAlert } from "lucide-react";
import { useState } from "react";
import { Button } from "#/components/ui/button.tsx";
import { Field } from "#/components/form/field.tsx";
import { notify } from "#/stores/notice-store.ts";
import { subscribePlans, useSubscribe, type SubscribePlan } from "./use-subscribe.ts";
import { CheckoutConsent } from "./checkout-consent.tsx";
import { PlanCards } from "./plan-cards.tsx";
import { RenewalNote } from "./renewal-note.tsx";
import { SignInFirst } from "./sign-in-first.tsx";
import { messages } from "./messages.ts";

const Column = chakra("form", { base: { display: "flex", flexDirection: "column", gap: 4 } });
const Alert = chakra("div", {
  base: {
    display: "grid",
    gridTemplateColumns: "auto 1fr",
    columnGap: 3,
    rowGap: 2,
    p: 3,
    bg: "warm.subtle",
    borderWidth: "1px",
    borderColor: "warm.line",
    borderRadius: "control",
    textStyle: "small",
    "& > button": { gridColumn: 2, justifySelf: "start" },
  },
});

const Fallback = ({ onUse, busy }: { onUse: () => void; busy: boolean }) => (
  <Alert role="alert">
    <chakra.span color="warm.fg" aria-hidden>
      <TriangleAlert size={18} />
    </chakra.span>
    <div>
      <chakra.strong display="block">{messages.issueDetected}</chakra.strong>
      {messages.issueText}
    </div>
    <Button size="sm" onClick={onUse} busyText={busy && messages.processing}>
      {messages.useSimplified}
    </Button>
  </Alert>
);

type SubscribeProps = { accountEmail?: string | undefined; source: string };

/** Monthly or lifetime, an e-mail, and the way to the provider's page, with a simpler second way. */
export const Subscribe = ({ accountEmail = "", source }: SubscribeProps) => {
  const checkout = useSubscribe({ source });
  const [plan, setPlan] = useState<SubscribePlan>("monthly");
  const [email, setEmail] = useState(accountEmail);
  const [consent, setConsent] = useState(false);
  const [tried, setTried] = useState(false);
  const attempt = (send: (plan: SubscribePlan, email: string) => void) => {
    setTried(true);
    if (!email.includes("@"))
      return notify({
        title: messages.validEmailRequired,
        description: messages.validEmailText,
        kind: "error",
      });
    return consent ? send(plan, email.trim()) : undefined;
  };
  return (
    <Column
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        attempt(checkout.subscribe);
      }}
    >
      <PlanCards plans={subscribePlans} value={plan} onChange={setPlan} compact />
      <Field label={messages.email}>
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
      {checkout.needsAccount && <SignInFirst />}
      <Button
        type="submit"
        variant="primary"
        size="lg"
        busyText={checkout.isPending && messages.processing}
      >
        {messages.subscribe}
      </Button>
      {checkout.showFallback && (
        <Fallback onUse={() => attempt(checkout.subscribeSimply)} busy={checkout.isPending} />
      )}
    </Column>
  );
};
