import { chakra } from "@chakra-ui/react/styled-system";
import { Tabs } from "@chakra-ui/react/tabs";
import { useState } from "react";
import { Heading } from "../../../components/ui/heading.tsx";
import { Link } from "../../../components/ui/link.tsx";
import { authTexts } from "../../../texts/auth.ts";
import type { SignUpPlan } from "../register-form.ts";
import { LoginForm } from "./login-form.tsx";
import { RegisterForm } from "./register-form.tsx";
import { SidePanel } from "./side-panel.tsx";

const Split = chakra("div", {
  base: {
    flex: 1,
    display: "grid",
    gridTemplateColumns: { base: "1fr", lg: "minmax(480px, 600px) 1fr" },
  },
});
const FormSide = chakra("div", {
  base: {
    bg: { lg: "bg.panel" },
    borderInlineEndWidth: { lg: "1px" },
    px: { base: 4, md: 6, lg: 16 },
    py: { base: 6, lg: 10 },
    minWidth: 0,
  },
});
const Column = chakra("div", { base: { maxWidth: "560px", mx: "auto" } });

type Tab = "login" | "register";

/** The two tabs with the side panel that says what happens when. */
export const AuthScreen = ({ affiliateCode }: { affiliateCode: string | undefined }) => {
  const [tab, setTab] = useState<Tab>("login");
  const [plan, setPlan] = useState<SignUpPlan>("trial");
  const [now] = useState(() => new Date());
  return (
    <Split>
      <FormSide>
        <Column>
          <Heading>{tab === "login" ? authTexts.loginTitle : authTexts.registerTitle}</Heading>
          <Tabs.Root
            mt={4}
            value={tab}
            onValueChange={({ value }) => setTab(value === "register" ? "register" : "login")}
            lazyMount
          >
            <Tabs.List>
              <Tabs.Trigger value="login">{authTexts.login}</Tabs.Trigger>
              <Tabs.Trigger value="register">{authTexts.register}</Tabs.Trigger>
            </Tabs.List>
            <Tabs.Content value="login">
              <LoginForm onRegister={() => setTab("register")} />
            </Tabs.Content>
            <Tabs.Content value="register">
              <RegisterForm
                affiliateCode={affiliateCode}
                now={now}
                onLogin={() => setTab("login")}
                onPlan={setPlan}
              />
            </Tabs.Content>
          </Tabs.Root>
          <chakra.p mt={6} textStyle="small" color="fg.subtle" hideFrom="lg">
            <Link to="/welcome">{authTexts.aboutProduct}</Link>
          </chakra.p>
        </Column>
      </FormSide>
      <SidePanel plan={plan} now={now} />
    </Split>
  );
};
