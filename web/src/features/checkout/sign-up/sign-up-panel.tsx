import { chakra } from "@chakra-ui/react/styled-system";
import type { Checkout as CheckoutBody } from "@orbline/proto/http/billing/checkout";
import type { Register } from "@orbline/proto/http/identity/auth";
import { lazy, Suspense, useState } from "react";
import { LoadingState } from "#/components/feedback/states.tsx";
import { Tabs } from "#/components/ui/tabs.tsx";
import { orderOf } from "../api.ts";
import { messages } from "../messages.ts";
import { signUpMessages } from "./messages.ts";
import { notifyRefusal, type Checkout } from "../use-checkout.ts";
import type { ProductionOrder } from "./quick-sign-up.tsx";

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
    if (!email) return notifyRefusal(messages.emailRequired);
    const account = username && password ? { username, password } : {};
    return start({ ...orderOf(plan, email.trim(), "production_site"), ...account });
  };
  const production = { ...state, start: order };
  const forms = {
    signup: <QuickSignUp checkout={checkout} production={production} />,
    subscribe: <DirectSignUp production={production} onSignup={() => setTab("signup")} />,
  };
  const contentOf = (value: keyof typeof forms) => (
    <Suspense fallback={<LoadingState />}>{forms[value]}</Suspense>
  );

  return (
    <chakra.div mt={-4}>
      <Tabs
        label={signUpMessages.signUpTabs}
        value={tab}
        onChange={setTab}
        tabs={[
          { value: "signup", label: signUpMessages.quickTab, content: contentOf("signup") },
          { value: "subscribe", label: signUpMessages.directTab, content: contentOf("subscribe") },
        ]}
      />
    </chakra.div>
  );
}
