import type { Plan } from "@orbline/proto/constants/plans";
import type { ReactNode } from "react";
import { ConsentField, EmailField, SubmitButton } from "#/components/form/form-fields.tsx";
import { Form } from "#/components/form/form.tsx";
import { Panel, PanelBody } from "#/components/ui/panel.tsx";
import { useHydrated } from "#/lib/use-hydrated.ts";
import { layoutMessages } from "#/shared/messages.ts";
import { orderOf } from "./api.ts";
import { messages } from "./messages.ts";
import { SecurePage, SignInFirst } from "./order-notes.tsx";
import { OrderTerms } from "./order-terms.tsx";
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

const orderLabel = (plan: Plan) =>
  plan === "trial" ? layoutMessages.startTrial : messages.subscribe;

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
          <OrderTerms plan={plan} />
          {needsEmail && <EmailField help={messages.directNote} />}
          {note}
          <ConsentField />
          {checkout.needsAccount && <SignInFirst plan={plan} />}
          <SubmitButton busyText={checkout.isPending && messages.processing}>
            {needsEmail ? messages.continueToPayment : orderLabel(plan)}
          </SubmitButton>
          <SecurePage />
        </Form>
      </PanelBody>
    </Panel>
  );
}
