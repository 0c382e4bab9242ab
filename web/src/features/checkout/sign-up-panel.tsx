import { chakra } from "@chakra-ui/react/styled-system";
import type { Checkout as CheckoutBody } from "@orbline/proto/http/billing";
import type { Register } from "@orbline/proto/http/identity";
import { useState } from "react";
import { Tabs } from "#/components/ui/tabs.tsx";
import { notify } from "#/stores/notice-store.ts";
import { orderOf } from "./api.ts";
import { DirectSignUp } from "./direct-sign-up.tsx";
import { messages } from "./messages.ts";
import { QuickSignUp, type ProductionOrder } from "./quick-sign-up.tsx";
import type { Checkout } from "./use-checkout.ts";

type SignUpPanelProps = { checkout: Checkout<Register>; production: Checkout<CheckoutBody> };

/** The sign-up and checkout panel: with an account, or with an email alone. */
export function SignUpPanel({ checkout, production: { start, ...state } }: SignUpPanelProps) {
  const [tab, setTab] = useState<"signup" | "subscribe">("signup");

  const order = ({ plan, email, username, password }: ProductionOrder) => {
    if (!email) return notifyMissingEmail();
    const account = username && password ? { username, password } : {};
    return start({ ...orderOf(plan, email.trim(), "production_site"), ...account });
  };
  const production = { ...state, start: order };

  return (
    <chakra.div mt={-4}>
      <Tabs
        label={messages.signUpTabs}
        value={tab}
        onChange={setTab}
        tabs={[
          {
            value: "signup",
            label: messages.quickTab,
            content: <QuickSignUp checkout={checkout} production={production} />,
          },
          {
            value: "subscribe",
            label: messages.directTab,
            content: <DirectSignUp production={production} onSignup={() => setTab("signup")} />,
          },
        ]}
      />
    </chakra.div>
  );
}

function notifyMissingEmail() {
  notify({
    title: messages.checkoutError,
    description: messages.emailRequired,
    kind: "error",
  });
}
