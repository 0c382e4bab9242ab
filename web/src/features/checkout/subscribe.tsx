import { chakra } from "@chakra-ui/react/styled-system";
import { TriangleAlert } from "lucide-react";
import { useState } from "react";
import type { z } from "zod";
import { ConsentField, EmailField, SubmitButton } from "#/components/form/form-fields.tsx";
import { Form } from "#/components/form/form.tsx";
import { Button } from "#/components/ui/button.tsx";
import { isApiError } from "#/lib/api.ts";
import { notify } from "#/stores/notice-store.ts";
import { needsAccount, orderOf } from "./api.ts";
import type { planOrderSchema } from "./forms.ts";
import { messages } from "./messages.ts";
import { PlanField } from "./plan-cards.tsx";
import { RenewalNote, SignInFirst } from "./order-notes.tsx";
import { checkoutKinds, useCheckout } from "./use-checkout.ts";

const plans = ["monthly", "lifetime"] as const;

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
          <PlanField plans={plans} />
          <EmailField label={messages.email} />
          <RenewalNote plan={form.watch("plan")} />
          <ConsentField />
          {direct.needsAccount && <SignInFirst />}
          <SubmitButton busyText={isPending && messages.processing}>
            {messages.subscribe}
          </SubmitButton>
          {showFallback && (
            <Fallback
              onUse={() => void form.handleSubmit(submitTo(simplified))()}
              busy={isPending}
            />
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
    if (isPriceIdError(error)) {
      setShowFallback(true);
      notifyFailure(messages.configurationText, messages.configurationError);
    } else if (failures === 0) notifyFailure(messages.sessionFailed);
    else {
      setShowFallback(true);
      notifyFailure(messages.sessionFailedAgain);
    }
  };

  const direct = useCheckout(checkoutKinds.subscribe, { onFailure });
  const simplified = useCheckout(checkoutKinds.simplified, {
    onFailure: () => notifyFailure(messages.simplifiedFailed),
  });
  return {
    direct,
    simplified,
    isPending: direct.isPending || simplified.isPending,
    showFallback,
  };
}

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

function Fallback({ onUse, busy }: { onUse: () => void; busy: boolean }) {
  return (
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
}

/** Whether an address was typed; a notice says that one is missing. */
function isAddress(email: string): boolean {
  if (email.includes("@")) return true;
  notifyFailure(messages.validEmailText, messages.validEmailRequired);
  return false;
}

function notifyFailure(description: string, title: string = messages.checkoutError) {
  notify({ title, description, kind: "error" });
}

function isPriceIdError(error: unknown): boolean {
  return isApiError(error) && /price.?id|no such price/i.test(error.body?.message ?? "");
}
