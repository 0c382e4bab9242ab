import { chakra } from "@chakra-ui/react/styled-system";
import { useState } from "react";
import { Tabs } from "#/components/ui/tabs.tsx";
import type { ProductionCheckout } from "./use-email-checkout.ts";
import type { SignUpCheckout } from "./use-sign-up-checkout.ts";
import { DirectSignUp } from "./direct-sign-up.tsx";
import { QuickSignUp } from "./quick-sign-up.tsx";
import { messages } from "./messages.ts";

type SignUpPanelProps = { checkout: SignUpCheckout; production: ProductionCheckout };

/** The sign-up and checkout panel: with an account at once, or with an e-mail alone. */
export const SignUpPanel = ({ checkout, production }: SignUpPanelProps) => {
  const [tab, setTab] = useState<"signup" | "subscribe">("signup");
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
};
