import { Box } from "@chakra-ui/react/box";
import { chakra } from "@chakra-ui/react/styled-system";
import { accountName } from "@orbline/proto/constants/usernames";
import type { User } from "@orbline/proto/http/identity/user";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import { Container } from "#/components/layout/container.tsx";
import { SkeletonRows } from "#/components/feedback/query-view.tsx";
import { usePageTitle } from "#/components/layout/page-title.ts";
import { Heading } from "#/components/ui/heading.tsx";
import { Panel } from "#/components/ui/panel.tsx";
import { ActivityPanel } from "#/features/account/activity-panel.tsx";
import { DisplayPanel } from "#/features/account/display-panel.tsx";
import { DataPanel } from "#/features/account/data-panel.tsx";
import { guardrailMessages } from "#/features/account/guardrails/messages.ts";
import { notificationMessages } from "#/features/account/notifications/messages.ts";
import { messages as passkeyMessages } from "#/features/account/passkeys/messages.ts";
import { ProfilePanel } from "#/features/account/profile-panel.tsx";
import { SecondFactorPanel } from "#/features/account/second-factor-panel.tsx";
import { SessionsPanel } from "#/features/account/sessions-panel.tsx";
import { secondFactorQuery } from "#/features/account/api.ts";
import { ProofOnDemand } from "#/features/auth/proof-on-demand.tsx";
import { forgetUser, useRememberUser } from "#/features/auth/api.ts";
import { InvoicesPanel } from "#/features/subscription/invoices-panel.tsx";
import { PlanPanel } from "#/features/subscription/plan-panel.tsx";
import { useDisplay } from "#/lib/display.ts";
import { useSessionStore } from "#/stores/session-store.ts";
import { Protected } from "#/app/protected.tsx";
import { messages } from "#/features/account/messages.ts";

const PasskeysPanel = lazy(async () => ({
  default: (await import("#/features/account/passkeys/passkeys-panel.tsx")).PasskeysPanel,
}));
const NotificationsPanel = lazy(async () => ({
  default: (await import("#/features/account/notifications/notifications-panel.tsx"))
    .NotificationsPanel,
}));
const GuardrailsPanel = lazy(async () => ({
  default: (await import("#/features/account/guardrails/guardrails-panel.tsx")).GuardrailsPanel,
}));

/** The signed-in user's plan and invoices, profile, sessions and data. */
export function AccountPage() {
  usePageTitle(messages.title);
  return (
    <Protected>
      {(user) => (
        <Container size="plans" py={{ base: 6, md: 10 }}>
          <ProofWithPasskey username={accountName(user)} />
          <Heading>{messages.title}</Heading>
          <chakra.p color="fg.muted" mt={1} mb={5}>
            {messages.lead}
          </chakra.p>
          <Panels user={user} />
        </Container>
      )}
    </Protected>
  );
}

/** Asks for the password or a passkey when a change needs it. */
function ProofWithPasskey({ username }: { username: string }) {
  const { data } = useQuery(secondFactorQuery);
  return <ProofOnDemand username={username} hasPasskey={Boolean(data?.passkeys.length)} />;
}

function Panels({ user }: { user: User }) {
  // The dates of all panels follow the chosen time zone.
  useDisplay();
  const client = useQueryClient();
  const navigate = useNavigate();
  const onUser = useRememberUser();
  const { hash } = useLocation();
  // The element of the address exists only now, so the browser did not scroll to it.
  useEffect(() => {
    if (hash) document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [hash]);
  const onDeleted = () => {
    forgetUser(client);
    useSessionStore.setState({ hasDeletedAccount: true });
    void navigate("/auth");
  };
  return (
    <Box
      display="grid"
      // The height of the plan follows from the subscription. While it loads, nothing is below that could move.
      css={{ "&:has(#plan [role=status]) > * > :not(#plan)": { display: "none" } }}
      gridTemplateColumns={{ base: "minmax(0, 1fr)", lg: "minmax(0, 1fr) 420px" }}
      alignItems="start"
      gap={4}
    >
      <Box display="grid" gap={4} minWidth={0}>
        <Box id="plan" scrollMarginTop={20}>
          <PlanPanel />
        </Box>
        <InvoicesPanel />
        <Box id="security" scrollMarginTop={20}>
          <SessionsPanel user={user} />
        </Box>
        <SecondFactorPanel user={user} />
        <Suspense
          fallback={
            <Panel title={passkeyMessages.title}>
              <SkeletonRows rows={2} height={6} />
            </Panel>
          }
        >
          <PasskeysPanel user={user} />
        </Suspense>
        <ActivityPanel />
        <DisplayPanel user={user} onUser={onUser} />
      </Box>
      <Box display="grid" gap={4} minWidth={0}>
        <ProfilePanel user={user} onUser={onUser} />
        <Box id="guardrails" scrollMarginTop={20}>
          <Suspense
            fallback={
              <Panel title={guardrailMessages.title}>
                <SkeletonRows rows={6} height={6} />
              </Panel>
            }
          >
            <GuardrailsPanel />
          </Suspense>
        </Box>
        <Suspense
          fallback={
            <Panel title={notificationMessages.title}>
              <SkeletonRows rows={3} height={6} />
            </Panel>
          }
        >
          <NotificationsPanel user={user} />
        </Suspense>
        <DataPanel user={user} onDeleted={onDeleted} />
      </Box>
    </Box>
  );
}
