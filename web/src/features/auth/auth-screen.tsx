import { Box } from "@chakra-ui/react/box";
import { chakra } from "@chakra-ui/react/styled-system";
import { useQuery } from "@tanstack/react-query";
import { CircleCheck, Gift, History, TriangleAlert } from "lucide-react";
import { Suspense, useState, type ReactNode } from "react";
import { Button } from "#/components/ui/button.tsx";
import { Heading } from "#/components/ui/heading.tsx";
import { Link } from "#/components/ui/link.tsx";
import { Skeleton } from "#/components/feedback/states.tsx";
import { Tabs } from "#/components/ui/tabs.tsx";
import { Panel } from "#/components/ui/panel.tsx";
import { requestIdOf } from "#/lib/api.ts";
import { layoutMessages } from "#/shared/messages.ts";
import { useSessionStore } from "#/stores/session-store.ts";
import { currentUserQuery } from "./api.ts";
import type { SignUpPlan } from "#/shared/sign-up.ts";
import type { RegisterTabProps } from "./register-form.tsx";
import { LoginForm } from "./login-form.tsx";
import { SidePanel } from "./side-panel.tsx";
import { messages } from "./messages.ts";

const Split = chakra("div", {
  base: {
    flex: 1,
    display: "grid",
    gridTemplateColumns: "1fr",
    "&:has(> aside)": { gridTemplateColumns: { lg: "minmax(480px, 600px) 1fr" } },
  },
});
const FormSide = chakra("div", {
  base: {
    bg: { lg: "bg.panel" },
    "&:not(:last-child)": { borderInlineEndWidth: { lg: "1px" } },
    px: { base: 4, md: 6, lg: 16 },
    py: { base: 6, lg: 10 },
    minWidth: 0,
  },
});
const Column = chakra("div", { base: { maxWidth: "560px", mx: "auto" } });

export type Tab = "login" | "register";

type AuthScreenProps = {
  tab: Tab;
  onTab: (tab: Tab) => void;
  /** The plan that is chosen at first. */
  firstPlan: SignUpPlan;
  affiliateCode: string | undefined;
  /** A settled prediction. */
  sample: ReactNode;
  register: (tab: RegisterTabProps) => ReactNode;
};

/** The login and register tabs with the side panel. */
export function AuthScreen({
  tab,
  onTab: setTab,
  firstPlan,
  affiliateCode,
  sample,
  register,
}: AuthScreenProps) {
  const hasEnded = useSessionStore((session) => session.endedAt !== undefined);
  const hasDeletedAccount = useSessionStore((session) => session.hasDeletedAccount);
  const [plan = firstPlan, setPlan] = useState<SignUpPlan>();
  const [now] = useState(() => new Date());
  return (
    <Split>
      <FormSide>
        <Column>
          <Heading>{tab === "login" ? messages.loginTitle : messages.registerTitle}</Heading>
          <chakra.p color="fg.muted" mt={2}>
            {messages.pitch}
          </chakra.p>
          <Notes affiliateCode={affiliateCode} />
          <Tabs
            label={messages.tabs}
            value={tab}
            onChange={setTab}
            tabs={[
              {
                value: "login",
                label: messages.login,
                content: (
                  <LoginForm
                    withBanner={!hasEnded && !hasDeletedAccount}
                    onRegister={() => setTab("register")}
                  />
                ),
              },
              {
                value: "register",
                label: messages.register,
                content: (
                  <Suspense fallback={<Skeleton height="480px" />}>
                    {register({ now, firstPlan, onLogin: () => setTab("login"), onPlan: setPlan })}
                  </Suspense>
                ),
              },
            ]}
          />
          <chakra.p mt={6} textStyle="small" color="fg.subtle" hideFrom="lg">
            <Link to="/welcome">{messages.aboutProduct}</Link>
          </chakra.p>
          {/* Last, so that its late content moves nothing. */}
          {!hasDeletedAccount && (
            <Box mt={8} hideFrom="lg">
              {sample}
            </Box>
          )}
        </Column>
      </FormSide>
      {!hasDeletedAccount && <SidePanel plan={plan} now={now} sample={sample} />}
    </Split>
  );
}

/** An ended session, a deleted account, a failed user query and the affiliate code that a sign-up sends. */
function Notes({ affiliateCode }: { affiliateCode: string | undefined }) {
  const endedAt = useSessionStore((session) => session.endedAt);
  const hasDeletedAccount = useSessionStore((session) => session.hasDeletedAccount);
  const { error, refetch } = useQuery(currentUserQuery);
  const requestId = requestIdOf(error);
  return (
    <>
      {endedAt !== undefined && (
        <Note icon={<History size={16} />} role="status">
          {messages.sessionEnded}
        </Note>
      )}
      {hasDeletedAccount && (
        <Note icon={<CircleCheck size={16} />} role="status">
          <strong>{messages.deletedTitle}</strong> {messages.deletedText}
        </Note>
      )}
      {error !== null && (
        <Note icon={<TriangleAlert size={16} />} role="alert">
          {messages.userFailed}{" "}
          {requestId !== undefined && `${layoutMessages.request} ${requestId} `}
          <Button variant="link" size="inline" onClick={() => void refetch()}>
            {layoutMessages.tryAgain}
          </Button>
        </Note>
      )}
      {affiliateCode !== undefined && (
        <Note icon={<Gift size={16} />}>
          {messages.referralBefore}{" "}
          <chakra.strong textStyle="num" fontSize="13px" color="fg">
            {affiliateCode}
          </chakra.strong>{" "}
          {messages.referralAfter}
        </Note>
      )}
    </>
  );
}

type NoteProps = { icon: ReactNode; children: ReactNode; role?: "status" | "alert" };

function Note({ icon, children, role }: NoteProps) {
  return (
    <Panel as="div" bg="bg.well" borderRadius="control" mt={4}>
      <chakra.p role={role} display="flex" gap={3} px={3} py={2} textStyle="small" color="fg.muted">
        <chakra.span color="accent.fg" pt="2px" aria-hidden>
          {icon}
        </chakra.span>
        <span>{children}</span>
      </chakra.p>
    </Panel>
  );
}
