import { chakra } from "@chakra-ui/react/styled-system";
import { planTerms, type Plan } from "@orbline/proto/constants/plans";
import { Lock } from "lucide-react";
import type { ReactNode } from "react";
import { ConsentField, EmailField, SubmitButton } from "#/components/form/form-fields.tsx";
import { Form } from "#/components/form/form.tsx";
import { Panel, PanelBody } from "#/components/ui/panel.tsx";
import { day, money } from "#/lib/format.ts";
import { useHydrated } from "#/lib/use-hydrated.ts";
import { chargesOf, planCards } from "#/shared/plans.ts";
import { orderOf } from "./api.ts";
import { messages } from "./messages.ts";
import { RenewalNote, SignInFirst } from "./order-notes.tsx";
import { checkoutKinds, useCheckout } from "./use-checkout.ts";

type OrderPanelProps = {
  plan: Plan;
  accountEmail: string | undefined;
  source: string;
  /** Error of an email that was left empty. */
  emptyEmailText?: string;
  /** Shown above the consent. */
  note?: ReactNode;
};

/** The order with its pay button; asks for an email unless the account has one. */
export function OrderPanel({
  plan,
  accountEmail,
  source,
  emptyEmailText = messages.invalidEmail,
  note,
}: OrderPanelProps) {
  const hydrated = useHydrated();
  const checkout = useCheckout(checkoutKinds.direct);
  const needsEmail = accountEmail === undefined;
  return (
    <Panel title={messages.yourOrder} ticks position={{ lg: "sticky" }} top={{ lg: "80px" }}>
      <PanelBody>
        <Form
          inert={!hydrated}
          schema={async () =>
            (await import("./forms.ts")).orderSchema({ needsEmail, emptyText: emptyEmailText })
          }
          defaults={{ email: "", consent: false }}
          onSubmit={({ email }) => checkout.start(orderOf(plan, accountEmail ?? email, source))}
        >
          <Lines plan={plan} />
          <RenewalNote plan={plan} />
          {needsEmail && <EmailField />}
          {note}
          <ConsentField />
          {checkout.needsAccount && <SignInFirst plan={plan} />}
          <SubmitButton busyText={checkout.isPending && messages.processing}>
            {needsEmail ? messages.continueToPayment : messages.subscribe}
          </SubmitButton>
          <chakra.p
            display="flex"
            justifyContent="center"
            alignItems="center"
            gap={2}
            textStyle="small"
            color="fg.subtle"
          >
            <Lock size={14} aria-hidden />
            {messages.redirectingText}
          </chakra.p>
        </Form>
      </PanelBody>
    </Panel>
  );
}

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

function Lines({ plan }: { plan: Plan }) {
  const hydrated = useHydrated();
  const next = chargesOf(plan, new Date())[1];
  const dueToday = money(planTerms[plan].dueTodayCents / 100);
  return (
    <dl>
      <Line>
        <dt>{planCards[plan].name}</dt>
        <Sum>{dueToday}</Sum>
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
        <Sum textStyle="numLg">{dueToday}</Sum>
      </Line>
    </dl>
  );
}
