import { chakra } from "@chakra-ui/react/styled-system";
import { useState } from "react";
import { Tabs } from "#/components/ui/tabs.tsx";
import { checkoutTexts as texts } from "#/texts/checkout.ts";
import type { ProductionCheckout } from "#/features/checkout/use-email-checkout.ts";
import type { SignUpCheckout } from "#/features/checkout/use-sign-up-checkout.ts";
import { DirectSignUp } from "./direct-sign-up.tsx";
import { QuickSignUp } from "./quick-sign-up.tsx";

type SignUpPanelProps = { checkout: SignUpCheckout; production: ProductionCheckout };

/** The sign-up and checkout panel: with an account at once, or with an e-mail alone. */
export const SignUpPanel = ({ checkout, production }: SignUpPanelProps) => {
  const [tab, setTab] = useState<"signup" | "subscribe">("signup");
  return (
    <chakra.div mt={-4}>
      <Tabs
        label={texts.signUpTabs}
        value={tab}
        onChange={setTab}
        tabs={[
          {
            value: "signup",
            label: texts.quickTab,
            content: <QuickSignUp checkout={checkout} production={production} />,
          },
          {
            value: "subscribe",
            label: texts.directTab,
            content: <DirectSignUp production={production} onSignup={() => setTab("signup")} />,
          },
        ]}
      />
    </chakra.div>
  );
};
