import { chakra } from "@chakra-ui/react/styled-system";
import { Suspense, useState, type ReactNode } from "react";
import { Heading } from "#/components/ui/heading.tsx";
import { Link } from "#/components/ui/link.tsx";
import { LoadingState } from "#/components/feedback/states.tsx";
import { Tabs } from "#/components/ui/tabs.tsx";
import type { SignUpPlan } from "./forms.ts";
import type { RegisterTabProps } from "./register-form.tsx";
import { LoginForm } from "./login-form.tsx";
import { ReferralNote, SessionEndedNote, UserFailedNote } from "./notes.tsx";
import { SidePanel } from "./side-panel.tsx";
import { messages } from "./messages.ts";

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

type AuthScreenProps = {
  affiliateCode: string | undefined;
  register: (tab: RegisterTabProps) => ReactNode;
};

/** The login and register tabs with the side panel. */
export function AuthScreen({ affiliateCode, register }: AuthScreenProps) {
  const [tab, setTab] = useState<Tab>("login");
  const [plan, setPlan] = useState<SignUpPlan>("trial");
  const [now] = useState(() => new Date());
  return (
    <Split>
      <FormSide>
        <Column>
          <Heading>{tab === "login" ? messages.loginTitle : messages.registerTitle}</Heading>
          <SessionEndedNote />
          <UserFailedNote />
          {affiliateCode !== undefined && <ReferralNote code={affiliateCode} />}
          <Tabs
            label={messages.tabs}
            value={tab}
            onChange={setTab}
            tabs={[
              {
                value: "login",
                label: messages.login,
                content: <LoginForm onRegister={() => setTab("register")} />,
              },
              {
                value: "register",
                label: messages.register,
                content: (
                  <Suspense fallback={<LoadingState />}>
                    {register({ now, onLogin: () => setTab("login"), onPlan: setPlan })}
                  </Suspense>
                ),
              },
            ]}
          />
          <chakra.p mt={6} textStyle="small" color="fg.subtle" hideFrom="lg">
            <Link to="/welcome">{messages.aboutProduct}</Link>
          </chakra.p>
        </Column>
      </FormSide>
      <SidePanel plan={plan} now={now} />
    </Split>
  );
}
