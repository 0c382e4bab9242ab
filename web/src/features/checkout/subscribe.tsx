import { chakra } from "@chakra-ui/react/styled-system";
import { useState } from "react";
import type { z } from "zod";
import { WarningStrip } from "#/components/feedback/warning-strip.tsx";
import { ConsentField, EmailField, SubmitButton } from "#/components/form/form-fields.tsx";
import { Form } from "#/components/form/form.tsx";
import { PlanField } from "#/components/form/plan-cards.tsx";
import { Button } from "#/components/ui/button.tsx";
import { isApiError } from "#/lib/api.ts";
import { needsAccount, orderOf } from "./api.ts";
import type { planOrderSchema } from "./forms.ts";
import { messages } from "./messages.ts";
import { SecurePage, SignInFirst } from "./order-notes.tsx";
import { OrderTerms } from "./order-terms.tsx";
import { checkoutKinds, notifyRefusal, useCheckout } from "./use-checkout.ts";

type SubscribeProps = { accountEmail?: string | undefined; source: string };

/** Monthly or lifetime for an email. After two failures, or a refused price id, it offers the simplified checkout. */
export function Subscribe({ accountEmail = "", source }: SubscribeProps) {
  const { direct, simplified, isPending, showFallback } = useSubscribe();

  const submitTo =
    (checkout: typeof direct) =>
    ({ plan, email }: z.output<typeof planOrderSchema>) => {
      if (isAddress(email)) checkout.start(orderOf(plan, email, source));
    };

  return (
    <Form
      schema={async () => (await import("./forms.ts")).planOrderSchema}
      defaults={{ plan: "monthly", email: accountEmail, consent: false }}
      onSubmit={submitTo(direct)}
      onInvalid={({ email }) => isAddress(email)}
    >
      {(form) => (
        <>
          <PlanField plans={["monthly", "lifetime"]} />
          <EmailField />
          <OrderTerms plan={form.watch("plan")} />
          <ConsentField />
          {direct.needsAccount && <SignInFirst plan={form.watch("plan")} />}
          <SubmitButton busyText={isPending && messages.processing}>
            {messages.subscribe}
          </SubmitButton>
          <SecurePage />
          {showFallback && (
            <WarningStrip role="alert" textStyle="small">
              <chakra.strong display="block">{messages.issueDetected}</chakra.strong>
              <p>{messages.issueText}</p>
              <Button
                size="sm"
                mt={2}
                onClick={() => void form.handleSubmit(submitTo(simplified))()}
                busyText={isPending && messages.processing}
              >
                {messages.useSimplified}
              </Button>
            </WarningStrip>
          )}
        </>
      )}
    </Form>
  );
}

function useSubscribe() {
  const [failures, setFailures] = useState(0);
  const [showFallback, setShowFallback] = useState(false);

  const onFailure = (error: unknown) => {
    if (needsAccount(error)) return;
    setFailures(failures + 1);
    const isRefusedPrice = isPriceIdError(error);
    if (isRefusedPrice || failures > 0) setShowFallback(true);
    if (isRefusedPrice) notifyRefusal(messages.configurationText, messages.configurationError);
    else notifyRefusal(failures === 0 ? messages.sessionFailed : messages.sessionFailedAgain);
  };

  const direct = useCheckout(checkoutKinds.subscribe, { onFailure });
  const simplified = useCheckout(checkoutKinds.simplified, {
    onFailure: () => notifyRefusal(messages.simplifiedFailed),
  });
  return { direct, simplified, isPending: direct.isPending || simplified.isPending, showFallback };
}

/** Whether an address was typed; a toast says that one is missing. */
function isAddress(email: string): boolean {
  if (email.includes("@")) return true;
  notifyRefusal(messages.validEmailText, messages.validEmailRequired);
  return false;
}

function isPriceIdError(error: unknown): boolean {
  return isApiError(error) && /price.?id|no such price/i.test(error.body?.message ?? "");
}
