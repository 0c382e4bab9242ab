import { chakra } from "@chakra-ui/react/styled-system";
import type { Checkout as CheckoutBody } from "@orbline/proto/http/billing/checkout";
import type { Register } from "@orbline/proto/http/identity/auth";
import { lazy, Suspense, useState } from "react";
import { LoadingState } from "#/components/feedback/states.tsx";
import { Tabs } from "#/components/ui/tabs.tsx";
import { notify } from "#/stores/notice-store.ts";
import { orderOf } from "../api.ts";
import { messages } from "../messages.ts";
import type { ProductionOrder } from "./quick-sign-up.tsx";
import type { Checkout } from "../use-checkout.ts";

// Each form brings its schemas along.
const QuickSignUp = lazy(async () => ({
  default: (await import("./quick-sign-up.tsx")).QuickSignUp,
}));
const DirectSignUp = lazy(async () => ({
  default: (await import("./direct-sign-up.tsx")).DirectSignUp,
}));

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
            content: (
              <Suspense fallback={<LoadingState />}>
                <QuickSignUp checkout={checkout} production={production} />
              </Suspense>
            ),
          },
          {
            value: "subscribe",
            label: messages.directTab,
            content: (
              <Suspense fallback={<LoadingState />}>
                <DirectSignUp production={production} onSignup={() => setTab("signup")} />
              </Suspense>
            ),
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
